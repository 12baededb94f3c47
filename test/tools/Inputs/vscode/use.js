/* usage: use.js EXTENSION TOOLS FOLDER FILE
 *
 * Uses the extension as the editor does, on a profile in FOLDER, and prints what a reader sees. */
"use strict";
const assert = require("assert");
const { spawnSync } = require("child_process");
const fs = require("fs");
const Module = require("module");
const path = require("path");
const mock = require("./mock.js");

const [extension, tools, folder, file] = process.argv.slice(2);
const settings = { "edgeprof.folder": tools, "edgeprof.command": "./prog 5" };
const vscode = mock.make(fs.realpathSync(folder), settings);
const load = Module._load;
Module._load = (name, ...more) => name === "vscode" ? vscode : load(name, ...more);

const manifest = JSON.parse(fs.readFileSync(path.join(extension, "package.json"), "utf8"));
const { activate } = require(path.resolve(extension, manifest.main));

/* The document as it is shown: what is before each line, and how it looks. */
function print(editor) {
    const rows = [];
    for (const [look, options] of editor.decorations)
        for (const option of options)
            rows[option.range.start.line] = `${option.renderOptions.before.contentText}:` +
                `${editor.document.lineAt(option.range.start.line).text} <${look.before.color.id}>` +
                (option.hoverMessage ? ` [${option.hoverMessage.value.replace(/\n+/g, "; ")}]` : "");
    console.log(rows.join("\n").replace(/\u00a0/g, " "));
}

async function main() {
    const editor = mock.open(path.join(folder, file));
    vscode.window.visibleTextEditors.push(editor);
    vscode.window.activeTextEditor = editor;
    const context = { subscriptions: [] };
    await activate(context);
    assert.deepStrictEqual(manifest.contributes.commands.map(c => c.command).sort(),
        [...vscode.registered.keys()].sort());
    print(editor);
    console.log("status:", vscode.item.text);

    for (let i = 0; i < 4; i++) {
        await vscode.registered.get("edgeprof.next")();
        console.log("next:", editor.selection.active.line + 1);
    }

    const link = [...editor.decorations.values()].flat().map(o => o.hoverMessage?.value ?? "")
        .find(text => text.includes("command:edgeprof.tests"));
    const words = JSON.parse(decodeURIComponent(link.match(/\?([^)]*)\)/)[1]));
    await vscode.registered.get("edgeprof.tests")(...words);
    console.log("tests:", vscode.picked.map(p => `${p.label} ${p.description}`).join(", "));
    console.log("copied:", vscode.copied);

    /* Run and Count, whose profile is shown when it is there. */
    settings["edgeprof.profile"] = "new.prof";
    await vscode.registered.get("edgeprof.run")();
    const { command, args } = vscode.task.execution;
    assert.strictEqual(spawnSync(command, args, { cwd: folder, stdio: "ignore" }).status, 0);
    await vscode.events.created();
    print(editor);

    await vscode.registered.get("edgeprof.toggle")();
    assert([...editor.decorations.values()].every(options => options.length === 0));
    assert.strictEqual(vscode.item.visible, false);
    await vscode.registered.get("edgeprof.toggle")();
    assert([...editor.decorations.values()].some(options => options.length));

    /* Where there is no profile, nothing is said. */
    settings["edgeprof.profile"] = "";
    for (const name of fs.readdirSync(folder).filter(name => name.startsWith("prof.out")))
        fs.renameSync(path.join(folder, name), path.join(folder, "kept." + name));
    vscode.item.visible = false;
    await vscode.events.deleted();
    assert([...editor.decorations.values()].every(options => options.length === 0));
    assert.strictEqual(vscode.item.visible, false);
    for (const name of fs.readdirSync(folder).filter(name => name.startsWith("kept.")))
        fs.renameSync(path.join(folder, name), path.join(folder, name.slice("kept.".length)));

    /* A profile that cannot be read is said, and leaves no old counts. */
    settings["edgeprof.profile"] = "nothing.prof";
    await vscode.events.configured({ affectsConfiguration: () => true });
    console.log("status:", vscode.item.text, vscode.item.tooltip);
    assert([...editor.decorations.values()].every(options => options.length === 0));

    settings["edgeprof.folder"] = "/nowhere";
    await vscode.events.configured({ affectsConfiguration: () => true });
    console.log("status:", vscode.item.text, vscode.item.tooltip);

    /* The matcher that the manifest has finds what `missing --format gcc` says. */
    settings["edgeprof.profile"] = "";
    const pattern = manifest.contributes.problemMatchers[0].pattern;
    const said = spawnSync(path.join(tools, "prof-show"), ["missing", "--format", "gcc"],
        { cwd: folder, encoding: "utf8" }).stdout;
    for (const line of said.trim().split("\n")) {
        const match = line.match(new RegExp(pattern.regexp));
        console.log("problem:", match[pattern.file], match[pattern.line], match[pattern.column],
            match[pattern.message]);
    }
}

main().catch(error => {
    console.error(error);
    process.exit(1);
});
