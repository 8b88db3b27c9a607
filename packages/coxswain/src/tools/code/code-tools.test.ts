import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Tool, ToolContext } from "../../loop/index.ts";
import { LanguageServers } from "../../lsp/index.ts";
import { stubServer } from "../../lsp/lsp.fixture.ts";
import { nodeWorkspace } from "../../workspace/index.ts";
import { temporaryFolder } from "../../workspace/workspace.fixture.ts";
import { toolbox } from "../tool-context.fixture.ts";
import { codeToolsOf } from "./index.ts";

/** A folder with the files, and the tools of a stub server for it. */
const codeBox = async (t: TestContext, files: Readonly<Record<string, string>>, behavior = "pull") => {
  const box = await toolbox(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(box.at(name), text);
  const workspace = nodeWorkspace({ root: box.root });
  const servers = new LanguageServers(stubServer(behavior), { workspace, trusted: true, warn: () => {} });
  t.after(async () => {
    await servers.close();
    await workspace.close();
  });
  const tools = codeToolsOf(servers, box.workspace);
  const call = (name: string) => box.calling(() => tools.find((tool) => tool.name === name) ?? (assert.fail(`no tool ${name}`) as Tool));
  return { ...box, call, content: (name: string) => readFileSync(box.at(name), "utf8") };
};

const FILES = { "a.yaml": "first\n  name: 1\n", "b.yaml": "name\nother name\nERROR wrong\n" };

test("diagnostics shows each problem with its line and text", async (t) => {
  const box = await codeBox(t, FILES);
  assert.equal((await box.call("diagnostics")({ path: "b.yaml" })).text, "b.yaml:3: error E1: wrong: ERROR wrong");
  assert.equal((await box.call("diagnostics")({ path: "a.yaml" })).text, "No problems in a.yaml.");
});

test("a symbol is found by its line and its text, and definitions and references show their lines", async (t) => {
  const box = await codeBox(t, FILES);
  await box.call("diagnostics")({ path: "a.yaml" });
  const at = { path: "b.yaml", line: 1, symbol: "name" };
  assert.equal((await box.call("definition")(at)).text, "a.yaml:2: name: 1");
  assert.equal((await box.call("references")(at)).text, "3 places in 2 files:\na.yaml:2: name: 1\nb.yaml:1: name\nb.yaml:2: other name");
  await assert.rejects(box.call("definition")({ ...at, line: 3 }), {
    name: "ToolError",
    message: 'Line 3 of b.yaml does not contain "name". It is on line 2, 1.',
  });
});

test("symbols lists those of a file, and finds others by name", async (t) => {
  const box = await codeBox(t, FILES);
  await assert.rejects(box.call("symbols")({ query: "name" }), { message: /No language server runs yet/ });
  assert.equal((await box.call("symbols")({ path: "b.yaml" })).text, "b.yaml:1: function name: name\nb.yaml:2: function name: other name");
  assert.equal((await box.call("symbols")({ query: "other" })).text, "b.yaml:2: function other: other name");
});

test("lines of files that may not be read are not shown", async (t) => {
  const box = await codeBox(t, FILES);
  await box.call("diagnostics")({ path: "a.yaml" });
  box.forbid("read");
  const { text } = await box.call("references")({ path: "b.yaml", line: 1, symbol: "name" });
  assert.equal(text, "3 places in 2 files:\na.yaml:2\nb.yaml:1: name\nb.yaml:2: other name");
});

test("a rename changes all files that have been read, and its requests show the changes", async (t) => {
  const box = await codeBox(t, FILES);
  await box.call("diagnostics")({ path: "a.yaml" });
  const rename = { path: "b.yaml", line: 1, symbol: "name", newName: "title" };
  await assert.rejects(box.call("rename")(rename), {
    message:
      "You have not read a.yaml. Nothing was changed. Read it, then try again.\nYou have not read b.yaml. Nothing was changed. Read it, then try again.",
  });
  for (const path of ["a.yaml", "b.yaml"]) await box.read({ path });
  const { text, details } = await box.call("rename")(rename);
  assert.equal(text, "Renamed name to title in 2 files:\nM a.yaml\nM b.yaml");
  assert.deepEqual([box.content("a.yaml"), box.content("b.yaml")], ["first\n  title: 1\n", "title\nother title\nERROR wrong\n"]);
  assert.match((details as { readonly diff: string }).diff, /-\s+name: 1\n\+\s+title: 1/);
});

test("a rename changes nothing if a file has changed since the question", async (t) => {
  const box = await codeBox(t, FILES);
  for (const path of ["a.yaml", "b.yaml"]) await box.read({ path });
  const rename = { path: "b.yaml", line: 1, symbol: "name", newName: "title" };
  const change = (): void => writeFileSync(box.at("b.yaml"), "name\nname\n");
  await assert.rejects(box.call("rename")(rename, change), { name: "ToolError", message: /have changed since they were allowed/ });
  assert.equal(box.content("b.yaml"), "name\nname\n");
});

const RENAME = { path: "b.yaml", line: 1, symbol: "name", newName: "title" };

test("S2-28: a rename changes a file once that the server knows by several names", async (t) => {
  const box = await codeBox(t, FILES, "linked");
  symlinkSync("b.yaml", box.at("link.yaml"));
  await box.read({ path: "b.yaml" });
  assert.equal((await box.call("rename")(RENAME)).text, "Renamed name to title in 1 files:\nM b.yaml");
  assert.equal(box.content("b.yaml"), "title\nother title\nERROR wrong\n");
});

test("S2-28: a rename that replaces something other than the symbol changes nothing", async (t) => {
  const text = "  name: 1\n";
  const box = await codeBox(t, { "b.yaml": text }, "shifted");
  await box.read({ path: "b.yaml" });
  await assert.rejects(box.call("rename")(RENAME), { name: "ToolError", message: /edits of the language server do not fit b\.yaml/ });
  assert.equal(box.content("b.yaml"), text);
});

test("a server may send the whole text for a rename, also of a file without a final line end", async (t) => {
  const box = await codeBox(t, { "b.yaml": "name: é😀\r\nlast name" }, "whole");
  await box.read({ path: "b.yaml" });
  await box.call("rename")(RENAME);
  assert.equal(box.content("b.yaml"), "title: é😀\r\nlast title");
});

test("a rename of more than 100 files changes nothing", async (t) => {
  const box = await codeBox(t, FILES, "many");
  await assert.rejects(box.call("rename")(RENAME), { message: "This rename changes 102 files, at most 100. Nothing was changed." });
});

test("a rename waits for other changes of its files, and changes nothing if the run ends meanwhile", async (t) => {
  const box = await codeBox(t, FILES);
  await box.read({ path: "b.yaml" });
  const gate = Promise.withResolvers<void>();
  const held = box.workspace.exclusively(box.at("b.yaml"), () => gate.promise);
  const renaming = assert.rejects(box.call("rename")(RENAME), { message: "Cancelled." });
  // A rename without the lock would be done by then.
  for (let calls = 0; calls < 5; calls++) await box.call("diagnostics")({ path: "b.yaml" });
  box.abort();
  gate.resolve();
  await Promise.all([held, renaming]);
  assert.equal(box.content("b.yaml"), FILES["b.yaml"]);
});

test("diagnostics lists errors first, and with errorsOnly no others", async (t) => {
  const box = await codeBox(t, { "a.yaml": "HINT\nWARNING\nERROR a\nNOTE\nERROR b\n" });
  const lines = (text: string) => text.split("\n").map((line) => line.split(":", 3).join(":"));
  assert.deepEqual(lines((await box.call("diagnostics")({ path: "a.yaml" })).text), [
    "a.yaml:3: error E1",
    "a.yaml:5: error E1",
    "a.yaml:2: warning",
    "a.yaml:4: information",
  ]);
  const { text } = await box.call("diagnostics")({ path: "a.yaml", errorsOnly: true });
  assert.deepEqual(lines(text), ["a.yaml:3: error E1", "a.yaml:5: error E1"]);
});

test("results have at most 20,000 bytes, and count what they omit", async (t) => {
  const box = await codeBox(t, { "a.yaml": `name ${"x".repeat(400)}\n`.repeat(99) });
  const { text } = await box.call("references")({ path: "a.yaml", line: 1, symbol: "name" });
  assert.ok(Buffer.byteLength(text) < 20_200);
  assert.match(text, /^99 places in 1 files:\na\.yaml:1: name x+ … \(205 more characters\)\n[^]*\n\(\d+ more\)$/);
});

test("lines of files elsewhere are not shown", async (t) => {
  const box = await codeBox(t, FILES);
  const elsewhere = join(temporaryFolder(t), "c.yaml");
  writeFileSync(elsewhere, "name: secret\n");
  await box.call("diagnostics")({ path: elsewhere });
  const { text } = await box.call("references")({ path: "b.yaml", line: 1, symbol: "name" });
  assert.equal(text, `3 places in 2 files:\n${elsewhere}:1\nb.yaml:1: name\nb.yaml:2: other name`);
});

test("a rename does not reveal the content of a file before it may be read", async (t) => {
  const { workspace, at, root } = await toolbox(t);
  writeFileSync(at("b.yaml"), FILES["b.yaml"]);
  const servers = new LanguageServers(stubServer("pull"), { workspace: nodeWorkspace({ root }), trusted: true, warn: () => {} });
  t.after(() => servers.close());
  const rename = codeToolsOf(servers, workspace).find(({ name }) => name === "rename");
  const requests = async (input: unknown) => {
    const found = await rename?.permissionRequests?.(input, { signal: new AbortController().signal } as ToolContext);
    return found?.map(({ effect, subject }) => [effect, subject]);
  };
  assert.deepEqual(await requests({ ...RENAME, line: 3 }), [["read", at("b.yaml")]]);
  assert.deepEqual(await requests(RENAME), [
    ["read", at("b.yaml")],
    ["write", at("b.yaml")],
  ]);
});
