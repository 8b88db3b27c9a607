import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { instructionFileIn } from "./instruction-files.ts";
import { folderWith, readingIn } from "./instruction-files.fixture.ts";

const textIn = async (folder: string, reading = readingIn(folder), within: string | undefined = folder): Promise<string | undefined> =>
  (await instructionFileIn(folder, reading, within))?.text;

test("the override takes precedence over AGENTS.md, and AGENTS.md over CLAUDE.md", async (t) => {
  assert.equal(await textIn(folderWith(t, { "CLAUDE.md": "c" })), "c");
  assert.equal(await textIn(folderWith(t, { "CLAUDE.md": "c", "AGENTS.md": "a" })), "a");
  assert.equal(await textIn(folderWith(t, { "CLAUDE.md": "c", "AGENTS.md": "a", "AGENTS.override.md": "o" })), "o");
});

test("a folder without an instruction file causes no warning", async (t) => {
  const folder = folderWith(t, { "README.md": "r" });
  const reading = readingIn(folder);
  assert.equal(await textIn(folder, reading), undefined);
  assert.deepEqual(reading.warnings, []);
});

test("rejects a link that leads out of the project to a user's file", async (t) => {
  const home = folderWith(t, { ".ssh/id_rsa": "PRIVATE KEY" });
  const folder = folderWith(t, { "CLAUDE.md": "c" });
  symlinkSync(join(home, ".ssh", "id_rsa"), join(folder, "AGENTS.md"));
  const reading = readingIn(folder);
  assert.equal(await textIn(folder, reading), "c");
  assert.deepEqual(reading.warnings, [`${join(folder, "AGENTS.md")} is a link to a file outside the project. It was not read.`]);
});

test("rejects a link out of the project through a linked folder", async (t) => {
  const home = folderWith(t, { "secret/AGENTS.md": "the user's own" });
  const root = folderWith(t, { "README.md": "r" });
  symlinkSync(join(home, "secret"), join(root, "docs"));
  const reading = readingIn(root);
  assert.equal(await instructionFileIn(join(root, "docs"), reading, root), undefined);
  assert.equal(reading.warnings.length, 1);
});

test("follows a link within the project", async (t) => {
  const folder = folderWith(t, { "docs/for-agents.md": "d" });
  symlinkSync("docs/for-agents.md", join(folder, "AGENTS.md"));
  const file = await instructionFileIn(folder, readingIn(folder), folder);
  assert.deepEqual(file, { path: join(folder, "AGENTS.md"), real: join(folder, "docs", "for-agents.md"), text: "d" });
});

test("rejects a link to a file with secrets, inside the project as well", async (t) => {
  const folder = folderWith(t, { ".env": "KEY=1" });
  symlinkSync(".env", join(folder, "AGENTS.md"));
  const reading = readingIn(folder);
  assert.equal(await textIn(folder, reading), undefined);
  assert.match(reading.warnings.join("\n"), /^\S+AGENTS\.md leads to a file with secrets\. It was not read\.$/);
});

test("ignores a broken link", async (t) => {
  const folder = folderWith(t, {});
  symlinkSync("gone.md", join(folder, "AGENTS.md"));
  const reading = readingIn(folder);
  assert.equal(await textIn(folder, reading), undefined);
  assert.deepEqual(reading.warnings, []);
});

test("warns once of an unreadable file, and tries the next name", async (t) => {
  const folder = folderWith(t, { "CLAUDE.md": "c", "AGENTS.override.md": "o" });
  mkdirSync(join(folder, "AGENTS.md"));
  chmodSync(join(folder, "AGENTS.override.md"), 0o000);
  const reading = readingIn(folder);
  const isRoot = process.getuid?.() === 0;
  assert.equal(await textIn(folder, reading), isRoot ? "o" : "c");
  assert.equal(reading.warnings.length, isRoot ? 0 : 2);
});

test("warns of a folder with the name of an instruction file", async (t) => {
  const folder = folderWith(t, { "CLAUDE.md": "c" });
  mkdirSync(join(folder, "AGENTS.md"));
  const reading = readingIn(folder);
  assert.equal(await textIn(folder, reading), "c");
  assert.deepEqual(reading.warnings, [`${join(folder, "AGENTS.md")} is a folder, not a file. The model does not see it.`]);
});

test("a FIFO does not block", { skip: process.platform === "win32" }, async (t) => {
  const folder = folderWith(t, { "CLAUDE.md": "c" });
  execFileSync("mkfifo", [join(folder, "AGENTS.md")]);
  const reading = readingIn(folder);
  assert.equal(await textIn(folder, reading), "c");
  assert.match(reading.warnings.join("\n"), /is a FIFO/);
});

test("does not read a huge file", async (t) => {
  const folder = folderWith(t, { "AGENTS.md": "a" });
  truncateSync(join(folder, "AGENTS.md"), 2 ** 40);
  const reading = readingIn(folder);
  assert.equal(await textIn(folder, reading), undefined);
  assert.match(reading.warnings.join("\n"), /is too large/);
});

test("decodes UTF-16 with a byte order mark, which is not part of the text", async (t) => {
  const utf16 = (text: string): Uint8Array => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
  assert.equal(await textIn(folderWith(t, { "AGENTS.md": utf16("grüß") })), "grüß");
  assert.equal(await textIn(folderWith(t, { "AGENTS.md": "\uFEFFa" })), "a");
});

test("sends the readable characters of a file in another encoding, with a warning", async (t) => {
  const folder = folderWith(t, { "AGENTS.md": new Uint8Array(Buffer.from("Gr\xfc\xdfe", "latin1")) });
  const reading = readingIn(folder);
  assert.equal(await textIn(folder, reading), "Gr\uFFFD\uFFFDe");
  assert.match(reading.warnings.join("\n"), /is not valid UTF-8/);
});

test("does not send binary files", async (t) => {
  const folder = folderWith(t, { "AGENTS.md": new Uint8Array([1, 0, 2]) });
  const reading = readingIn(folder);
  assert.equal(await textIn(folder, reading), undefined);
  assert.match(reading.warnings.join("\n"), /is not a text file/);
});

test("detects another name of the same file", async (t) => {
  const folder = folderWith(t, { "docs/a.md": "d" });
  linkSync(join(folder, "docs", "a.md"), join(folder, "AGENTS.md"));
  assert.equal(await textIn(folder), "d");
});

test("does not send hidden characters to the model, and warns of them", async (t) => {
  const folder = folderWith(t, { "AGENTS.md": "Be\u{e0050}\u{e0075} brief.\u200b" });
  const reading = readingIn(folder);
  assert.equal(await textIn(folder, reading), "Be brief.");
  assert.deepEqual(reading.warnings, [`${join(folder, "AGENTS.md")} contains invisible characters. They were removed.`]);
});
