/* What of the editor's API the extension uses, with what it did kept for the test.  The types are
 * checked against the real API by test/integrations/npm.sh. */
"use strict";
const fs = require("fs");
const path = require("path");

class Position {
    constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
    constructor(start, end) { Object.assign(this, { start, end }); }
}
class Selection extends Range {
    constructor(anchor, active) { super(anchor, active); Object.assign(this, { anchor, active }); }
}
class MarkdownString {
    constructor(value) { this.value = value; }
}
class ThemeColor {
    constructor(id) { this.id = id; }
}
class ShellExecution {
    constructor(command, args) { Object.assign(this, { command, args }); }
}
class Task {
    constructor(definition, scope, name, source, execution) {
        Object.assign(this, { definition, scope, name, source, execution });
    }
}
const Uri = { file: file => ({ scheme: "file", fsPath: file }) };

/* A document of FILE in an editor, which keeps the decorations by their looks. */
function open(file) {
    const text = fs.readFileSync(file, "utf8").split("\n");
    const at = new Position(0, 0);
    return {
        decorations: new Map(),
        document: {
            uri: Uri.file(path.resolve(file)), version: 1, isClosed: false, lineCount: text.length,
            lineAt: line => ({ text: text[line],
                range: new Range(new Position(line, 0), new Position(line, text[line].length)) }),
        },
        selection: new Selection(at, at),
        setDecorations(look, options) { this.decorations.set(look, options); },
        revealRange(range) { this.revealed = range; },
    };
}

/* The module for a workspace in FOLDER with SETTINGS. */
function make(folder, settings) {
    const events = {};
    const on = name => callback => {
        events[name] = callback;
        return { dispose() {} };
    };
    const item = { show() { this.visible = true; }, hide() { this.visible = false; } };
    const vscode = {
        Position, Range, Selection, MarkdownString, ThemeColor, ShellExecution, Task, Uri,
        OverviewRulerLane: { Left: 1 }, StatusBarAlignment: { Left: 1 },
        events, commands: {}, registered: new Map(), item, log: "", copied: "", errors: [], tasks: {},
        env: { clipboard: { writeText: async text => { vscode.copied = text; } } },
        window: {
            visibleTextEditors: [], activeTextEditor: undefined,
            createOutputChannel: () => ({ append: text => { vscode.log += text; }, dispose() {} }),
            createStatusBarItem: () => item,
            createTextEditorDecorationType: look => ({ ...look, dispose() {} }),
            onDidChangeVisibleTextEditors: on("visible"), onDidChangeActiveTextEditor: on("active"),
            showErrorMessage: text => vscode.errors.push(text),
            showQuickPick: async items => { vscode.picked = items; return items[0]; },
            showInputBox: async () => undefined,
        },
        workspace: {
            workspaceFolders: [{ uri: Uri.file(folder) }],
            getWorkspaceFolder: uri => path.relative(folder, uri.fsPath).startsWith("..")
                ? undefined : { uri: Uri.file(folder) },
            getConfiguration: section => ({ get: name => settings[`${section}.${name}`] }),
            createFileSystemWatcher: glob => {
                vscode.watched = glob;
                return { onDidChange: on("changed"), onDidCreate: on("created"),
                    onDidDelete: on("deleted"), dispose() {} };
            },
            onDidSaveTextDocument: on("saved"), onDidChangeConfiguration: on("configured"),
        },
    };
    vscode.commands.registerCommand = (name, callback) => {
        vscode.registered.set(name, callback);
        return { dispose() {} };
    };
    vscode.tasks.executeTask = async task => { vscode.task = task; };
    return vscode;
}

module.exports = { make, open };
