/* SPDX-License-Identifier: MIT */
/* Counts beside the lines, by what prof-show says in JSON.  Nothing is reckoned here. */
"use strict";
const { execFile } = require("child_process");
const fs = require("fs");
const path = require("path");
const vscode = require("vscode");

const WIDTH = 12; // of counts, as in prof-show lines

/** @type {vscode.OutputChannel} */
let log;
/** @type {vscode.StatusBarItem} */
let status;
/** @type {Record<string, vscode.TextEditorDecorationType>} */
let looks;
let shown = true;
/** What prof-show says of a workspace folder, once asked.
 * @type {Map<string, Promise<Map<string, FileCounts>>>} */
const asked = new Map();

/** @typedef {{count: number, branches: string[], partial: boolean}} LineCount */
/** @typedef {{lines: Map<number, LineCount>}} FileCounts */

/** @param {string} tool */
function command(tool) {
    return path.join(setting("folder"), tool);
}

/** @param {string} name @returns {string} */
function setting(name) {
    return vscode.workspace.getConfiguration("edgeprof").get(name) || "";
}

/** What REPORT says in FOLDER, as JSON; what must be known to read it goes to the log.
 * @param {string} folder @param {string[]} report @returns {Promise<any>} */
function ask(folder, report) {
    const profile = setting("profile");
    const words = [...report, "--root", "/", "--format", "json"].concat(profile ? [profile] : []);
    return new Promise((resolve, reject) => {
        execFile(command("prof-show"), words, { cwd: folder, maxBuffer: 1 << 30 },
            (error, output, said) => {
                if (error?.code === "ENOENT")
                    said = `${command("prof-show")} is not found: edgeprof.folder may say where it is\n`;
                if (said)
                    log.append(said);
                if (error)
                    reject(new Error(said.trim() || error.message));
                else
                    resolve(JSON.parse(output));
            });
    });
}

/** A source as the editor names it; Bazel compiles in /proc/self/cwd.
 * @param {string} folder @param {string} file */
function place(folder, file) {
    const full = path.resolve(folder, file.replace(/^\/proc\/self\/cwd\//, ""));
    try {
        return fs.realpathSync(full);
    } catch {
        return full;
    }
}

/** @param {any} branch */
function branchText(branch) {
    const outcomes = branch.outcomes.map((/** @type {any} */ o) => `${o.name} ${o.count}`);
    return `column ${branch.column}: ${outcomes.join(", ")}`;
}

/** @param {string} folder @returns {Promise<Map<string, FileCounts>>} */
async function readCounts(folder) {
    const [lines, branches] = await Promise.all([ask(folder, ["lines"]), ask(folder, ["branches"])]);
    const files = new Map();
    for (const file of lines.files) {
        const counts = new Map();
        for (const line of file.lines)
            counts.set(line.line, { count: line.count, branches: [], partial: false });
        files.set(place(folder, file.file), { lines: counts });
    }
    for (const file of branches.files) {
        const counts = files.get(place(folder, file.file));
        for (const branch of file.branches) {
            const line = counts?.lines.get(branch.line);
            if (!line)
                continue;
            line.branches.push(branchText(branch));
            line.partial ||= branch.outcomes.some((/** @type {any} */ o) => !o.count);
        }
    }
    return files;
}

/** Whether there is a profile to ask for: one that is named is missed, and said to be.
 * @param {string} folder */
function hasProfile(folder) {
    return setting("profile") || fs.readdirSync(folder).some(name => /^prof\.out($|\.)/.test(name));
}

/** The counts of a document; undefined if it has none.
 * @param {vscode.TextDocument} document */
async function countsOf(document) {
    const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath;
    if (!folder || document.uri.scheme !== "file" || !hasProfile(folder))
        return undefined;
    let counts = asked.get(folder);
    if (!counts) {
        counts = readCounts(folder);
        asked.set(folder, counts);
    }
    return (await counts).get(place(folder, document.uri.fsPath));
}

/** @param {number} count */
function times(count) {
    return count === 1 ? "once" : `${count} times`;
}

/** @param {LineCount | undefined} line */
function look(line) {
    return !line ? "none" : !line.count ? "never" : line.partial ? "partial" : "ran";
}

/** @param {vscode.TextDocument} document @param {number} number @param {LineCount} line */
function hover(document, number, line) {
    const words = encodeURIComponent(JSON.stringify([document.uri.fsPath, number]));
    const text = new vscode.MarkdownString(
        [line.count ? `ran ${times(line.count)}` : "never ran", ...line.branches,
            line.count ? `[which tests ran it](command:edgeprof.tests?${words})` : ""]
            .filter(Boolean).join("\n\n"));
    text.isTrusted = { enabledCommands: ["edgeprof.tests"] };
    return text;
}

/** @param {vscode.TextEditor} editor */
async function show(editor) {
    const document = editor.document;
    const version = document.version;
    let counts;
    try {
        counts = shown ? await countsOf(document) : undefined;
    } catch (error) {
        status.text = "$(warning) edgeprof";
        status.tooltip = /** @type {Error} */ (error).message;
        status.show();
    }
    if (document.isClosed || document.version !== version)
        return; // the lines are others by now; the change calls again when it is saved
    /** @type {Record<string, vscode.DecorationOptions[]>} */
    const ranges = { none: [], never: [], partial: [], ran: [] };
    for (let at = 0; counts && at < document.lineCount; at++) {
        const line = counts.lines.get(at + 1);
        const text = line ? String(line.count) : "-";
        ranges[look(line)].push({
            range: document.lineAt(at).range,
            hoverMessage: line && hover(document, at + 1, line),
            renderOptions: { before: { contentText: text.padStart(WIDTH, "\u00a0") } },
        });
    }
    for (const name of Object.keys(looks))
        editor.setDecorations(looks[name], ranges[name]);
    if (counts && editor === vscode.window.activeTextEditor) {
        const ran = [...counts.lines.values()].filter(line => line.count).length;
        status.text = `${ran} of ${counts.lines.size} lines ran`;
        status.tooltip = "edgeprof";
        status.show();
    }
}

function showAll() {
    return Promise.all(vscode.window.visibleTextEditors.map(show));
}

function refresh() {
    asked.clear();
    return showAll();
}

function toggle() {
    shown = !shown;
    if (!shown)
        status.hide();
    return refresh();
}

/** The tests of a line, of the cursor's if none is named; the one that is chosen is copied.
 * @param {string} [file] @param {number} [line] */
async function tests(file, line) {
    const editor = vscode.window.activeTextEditor;
    const name = file ?? editor?.document.uri.fsPath;
    const number = line ?? (editor ? editor.selection.active.line + 1 : 0);
    const folder = name && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(name))?.uri.fsPath;
    if (!name || !folder)
        return;
    try {
        const said = await ask(folder, ["tests", `${path.basename(name)}:${number}`]);
        const items = said.places
            .filter((/** @type {any} */ p) => place(folder, p.file) === place(folder, name))
            .flatMap((/** @type {any} */ p) => p.tests)
            .map((/** @type {any} */ t) => ({ label: t.test, description: times(t.count) }));
        const chosen = await vscode.window.showQuickPick(items, {
            title: `Tests that ran ${path.basename(name)}:${number}`,
            placeHolder: items.length ? "Choose one to copy its name" : "None",
        });
        if (chosen)
            await vscode.env.clipboard.writeText(/** @type {any} */ (chosen).label);
    } catch (error) {
        void vscode.window.showErrorMessage(/** @type {Error} */ (error).message);
    }
}

/** To the next line that never ran, or an outcome of which never came; from the last to the first. */
async function next() {
    const editor = vscode.window.activeTextEditor;
    const counts = editor && await countsOf(editor.document);
    if (!counts)
        return;
    const lines = [...counts.lines].filter(([, line]) => ["never", "partial"].includes(look(line)))
        .map(([number]) => number).sort((a, b) => a - b);
    const at = editor.selection.active.line + 1;
    const number = lines.find(line => line > at) ?? lines[0];
    if (!number)
        return;
    const start = new vscode.Position(number - 1, 0);
    editor.selection = new vscode.Selection(start, start);
    editor.revealRange(new vscode.Range(start, start));
}

async function run() {
    const folder = vscode.workspace.workspaceFolders?.[0];
    const words = setting("command") || await vscode.window.showInputBox({
        title: "edgeprof: Run and Count", placeHolder: "make check" });
    if (!folder || !words)
        return;
    const task = new vscode.Task({ type: "edgeprof" }, folder, "run and count", "edgeprof",
        new vscode.ShellExecution(command("prof-run"),
            ["-o", setting("profile") || "prof.out", "sh", "-c", words]));
    await vscode.tasks.executeTask(task);
}

function makeLooks() {
    const ruler = { overviewRulerLane: vscode.OverviewRulerLane.Left };
    /** @param {string} foreground @param {vscode.DecorationRenderOptions} [more] */
    const make = (foreground, more) => vscode.window.createTextEditorDecorationType({
        before: { color: new vscode.ThemeColor(foreground), margin: "0 1em 0 0" },
        isWholeLine: true, ...more });
    const never = new vscode.ThemeColor("editorError.foreground");
    const partial = new vscode.ThemeColor("editorWarning.foreground");
    return {
        none: make("editorLineNumber.foreground"),
        ran: make("editorLineNumber.activeForeground"),
        partial: make("editorWarning.foreground", { ...ruler, overviewRulerColor: partial }),
        never: make("editorError.foreground", { ...ruler, overviewRulerColor: never,
            backgroundColor: new vscode.ThemeColor("diffEditor.removedLineBackground") }),
    };
}

/** @param {vscode.ExtensionContext} context */
function activate(context) {
    log = vscode.window.createOutputChannel("edgeprof");
    status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
    looks = makeLooks();
    const watcher = vscode.workspace.createFileSystemWatcher(
        setting("profile") ? `**/${setting("profile")}` : "**/prof.out*");
    context.subscriptions.push(log, status, watcher, ...Object.values(looks),
        watcher.onDidChange(refresh), watcher.onDidCreate(refresh), watcher.onDidDelete(refresh),
        vscode.window.onDidChangeVisibleTextEditors(showAll),
        vscode.window.onDidChangeActiveTextEditor(editor => editor && show(editor)),
        vscode.workspace.onDidSaveTextDocument(showAll),
        vscode.workspace.onDidChangeConfiguration(event =>
            event.affectsConfiguration("edgeprof") && refresh()),
        vscode.commands.registerCommand("edgeprof.toggle", toggle),
        vscode.commands.registerCommand("edgeprof.tests", tests),
        vscode.commands.registerCommand("edgeprof.next", next),
        vscode.commands.registerCommand("edgeprof.run", run));
    return showAll();
}

module.exports = { activate };
