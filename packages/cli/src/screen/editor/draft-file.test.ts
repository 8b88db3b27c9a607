import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { draftStore } from "./draft-file.ts";
import { KEYS, openEditor, paste } from "./editor.fixture.ts";

const folderFor = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), "cox-drafts-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** The id of a process that has ended. */
const endedProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "close");
  return child.pid ?? 0;
};

const files = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const asTyped = (text: string): string => text;

test("the text of a process that ended without leaving is in the next editor of the project, with its pastes", async (t) => {
  const folder = folderFor(t);
  const project = { folder, project: "/work/boat", mask: asTyped };
  const crashed = openEditor({ drafts: draftStore({ ...project, pid: await endedProcess() }) });
  const log = "line\n".repeat(50);
  crashed.type("Check ");
  crashed.press(paste(log));
  await crashed.timer.advance(1000);
  await crashed.editor.close();

  const elsewhere = openEditor({ drafts: draftStore({ ...project, project: "/work/other" }) });
  assert.equal(await elsewhere.editor.restore(), false);
  const next = openEditor({ drafts: draftStore(project) });
  assert.equal(await next.editor.restore(), true);
  assert.equal(next.editor.text, "Check [pasted 50 lines]");
  assert.deepEqual([...next.editor.attached.values()], [{ type: "text", text: log }]);
  const another = openEditor({ drafts: draftStore(project) });
  assert.equal(await another.editor.restore(), false, "a draft is taken once");
});

test("a draft is a file for its owner only, in which secrets are masked", async (t) => {
  const folder = folderFor(t);
  const store = draftStore({ folder, project: "/work", mask: (text) => text.replaceAll("hunter2-secret", "[key]") });
  await store.save({ text: "use hunter2-secret", pasted: { "[pasted 11 lines]": "hunter2-secret" } });
  const [file = ""] = files(folder);
  assert.doesNotMatch(readFileSync(file, "utf8"), /hunter2/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(join(file, "..")).mode & 0o777, 0o700);
});

test("a running process keeps its draft, and one that is sent or cleared is removed", async (t) => {
  const folder = folderFor(t);
  const project = { folder, project: "/work", mask: asTyped };
  const scene = openEditor({ drafts: draftStore(project) });
  scene.type("half a thought");
  await scene.timer.advance(400);
  assert.deepEqual(files(folder), [], "not at each key");
  await scene.timer.advance(200);
  await scene.editor.close();
  assert.equal(files(folder).length, 1);
  assert.equal(await draftStore(project).take(), undefined);
  scene.press(KEYS.enter);
  await scene.editor.close();
  assert.deepEqual(files(folder), []);
});

test("a draft is removed at once when it is sent, so that a crash does not bring it back", async () => {
  const saved: string[] = [];
  const drafts = { take: async () => undefined, save: async ({ text }: { readonly text: string }) => void saved.push(text) };
  const scene = openEditor({ drafts });
  scene.type("send this");
  await scene.timer.advance(1000);
  scene.press(KEYS.enter);
  await new Promise((resolve) => void setImmediate(resolve));
  assert.deepEqual(saved, ["send this", ""]);
});

test("damaged drafts are skipped, and of two the latest comes first", async (t) => {
  const folder = folderFor(t);
  const project = { folder, project: "/work", mask: asTyped };
  const pid = await endedProcess();
  await draftStore({ ...project, pid }).save({ text: "older", pasted: {} });
  await draftStore({ ...project, pid }).save({ text: "newer", pasted: {} });
  const found = files(folder);
  const nameOf = (text: string): string => found.find((file) => readFileSync(file, "utf8").includes(text)) ?? "";
  utimesSync(nameOf("older"), 1000, 1000);
  await draftStore({ ...project, pid }).save({ text: "damaged", pasted: {} });
  writeFileSync(files(folder).find((file) => readFileSync(file, "utf8").includes("damaged")) ?? "", '{"text":');
  const next = draftStore(project);
  assert.deepEqual([(await next.take())?.text, (await next.take())?.text, await next.take()], ["newer", "older", undefined]);
  assert.deepEqual(files(folder), []);
});

test("typed text is not replaced by a draft, which the history has then", async () => {
  const drafts = { take: async () => ({ text: "draft", pasted: {} }), save: async () => {} };
  const scene = openEditor({ drafts });
  const restoring = scene.editor.restore();
  scene.type("x");
  assert.equal(await restoring, false);
  assert.equal(scene.editor.text, "x");
  scene.press(KEYS.up, KEYS.up);
  assert.equal(scene.editor.text, "draft");
});
