import assert from "node:assert/strict";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createRuntime, fixedModels, memoryStore, ModelError, scriptedModel } from "coxswain";
import { bashTool, nodeWorkspace } from "coxswain/tools";
import { openScreen } from "./screen.fixture.ts";

const ENTER = "\r";
const ESCAPE = "\u001b";
const ALT_ENTER = "\u001b\r";
const ALT_UP = "\u001b[1;3A";
const UP = "\u001b[A";
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

const immediate = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A screen with a run that waits for the model, until `release`. */
const running = async (...more: readonly string[]) => {
  const hold = Promise.withResolvers<void>();
  const scene = await openScreen({ script: [{ text: "One.", hold: hold.promise }, ...more] });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Esc interrupts");
  const queue = async (text: string, key: string): Promise<void> => {
    scene.terminal.type(text);
    scene.terminal.press(key);
    await scene.terminal.seen(`${key === ENTER ? "steers" : "queued"}: ${text}`);
  };
  return { scene, queue, release: () => hold.resolve() };
};

test("the only queued message is taken back with Alt+Up, edited, and sent again as it was", async () => {
  const { scene, queue, release } = await running("Two.");
  await using _ = scene;
  await queue("Then that.", ALT_ENTER);
  scene.terminal.press(ALT_UP);
  await scene.terminal.seen("Enter sends it again for the end");
  assert.deepEqual(scene.session.waiting, []);
  scene.terminal.type(" And this.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("queued: Then that. And this.");
  assert.deepEqual(scene.submitted.at(-1), ["Then that. And this.", "later"]);
  release();
  await scene.terminal.seen("Two.");
});

test("a steering message that was taken back is sent for the end of the run with Alt+Enter", async () => {
  const { scene, queue, release } = await running("Two.");
  await using _ = scene;
  await queue("That.", ENTER);
  scene.terminal.press(ALT_UP);
  await scene.terminal.seen("Enter sends it again to steer the run");
  scene.terminal.press(ALT_ENTER);
  await scene.terminal.seen("queued: That.");
  assert.deepEqual(scene.submitted.at(-1), ["That.", "later"]);
  release();
  await scene.terminal.seen("Two.");
});

test("any of several queued messages is taken back from a list", async () => {
  const { scene, queue, release } = await running("Two.", "Three.");
  await using _ = scene;
  await queue("First.", ENTER);
  await queue("Second.", ALT_ENTER);
  await queue("Third.", ALT_ENTER);
  scene.terminal.press(ALT_UP);
  await scene.terminal.seen("First.  steers the run");
  await scene.terminal.seen("Third.  for the end of the run");
  scene.terminal.press(UP, UP, ENTER);
  await scene.terminal.seen("Enter sends it again to steer the run");
  assert.deepEqual(
    scene.session.waiting.map(({ text }) => text),
    ["Second.", "Third."],
  );
  scene.terminal.press(ENTER);
  await scene.terminal.seen("steers: First.");
  release();
  await scene.terminal.seen("Three.");
});

test("messages that an earlier process has queued are shown, and taken back", async () => {
  const store = memoryStore();
  const before = createRuntime({ store, models: fixedModels(scriptedModel([])) });
  const session = await before.create({ model: "scripted/scripted", cwd: "/" });
  session.followUp("left behind");
  await session.close();
  await before.close();
  await using scene = await openScreen({ store, open: session.id });
  await scene.terminal.seen("queued: left behind");
  scene.terminal.press(ALT_UP);
  while (!(await scene.terminal.lines()).some((line) => line.trimEnd() === "left behind")) await immediate();
  assert.deepEqual(scene.session.waiting, []);
});

test("Escape interrupts, and the queued messages return to the editor", async () => {
  const { scene, queue } = await running();
  await using _ = scene;
  await queue("First.", ENTER);
  await queue("Second.", ALT_ENTER);
  scene.terminal.type("half a thought");
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("Interrupted");
  const lines = (await scene.terminal.lines()).map((line) => line.trimEnd());
  const at = lines.indexOf("First.");
  assert.deepEqual(lines.slice(at, at + 3), ["First.", "Second.", "half a thought"]);
  assert.ok(!lines.some((one) => one.includes("Queued message cancelled")));
  assert.deepEqual(scene.session.waiting, []);
});

test("Escape ends the wait before another attempt", async () => {
  await using scene = await openScreen({
    script: [{ error: new ModelError("transient", "slow down", { retryAfter: 50_000 }) }, "Two."],
  });
  scene.terminal.type("Go.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Retrying in");
  scene.terminal.press(ESCAPE);
  await scene.terminal.seen("Interrupted");
});

test("Escape ends a compaction", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({
    script: ["One.", "Two.", { text: "A summary.", hold: hold.promise }],
    before: ["first", "second"],
  });
  const compaction = scene.session.compact().catch((error: unknown) => error);
  await scene.terminal.seen("Compacting");
  scene.terminal.press(ESCAPE);
  assert.ok((await compaction) instanceof Error);
});

/** A session whose model has started a background command that ends when the file `go` exists. */
const withJob = async (t: TestContext) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "cox-screen-")));
  const workspace = nodeWorkspace({ root: folder, spill: { folder: join(folder, "spill") } });
  t.after(async () => {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const command = "echo listening; touch ready; until [ -e go ]; do sleep 0.01; done";
  const scene = await openScreen({
    script: [{ calls: [{ name: "bash", input: { command, background: true } }] }, "Started.", "It has ended."],
    tools: [bashTool(workspace)],
    workspace,
    cwd: folder,
  });
  scene.terminal.type("Start it.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("2 turns");
  while (!existsSync(join(folder, "ready"))) await immediate();
  return { scene, end: () => writeFileSync(join(folder, "go"), "") };
};

test("a background command survives its turn, is listed with its output, and can be stopped", async (t) => {
  const { scene } = await withJob(t);
  await using _ = scene;
  await scene.terminal.seen("1 job in the background");
  scene.terminal.type("/tasks");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("j1 running  echo listening");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Show its output");
  scene.terminal.press(ENTER);
  while (!(await scene.terminal.lines()).includes("listening")) await immediate();
  scene.terminal.type("/tasks");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("j1 running  echo listening");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Stop it");
  scene.terminal.press("\u001b[B", ENTER);
  await scene.terminal.seen("Stopping j1.");
  await scene.terminal.seen("It has ended.");
  assert.equal(scene.session.state.jobs[0]?.ending, "stopped");
});

test("leaving asks once while something runs in the background", async (t) => {
  const { scene, end } = await withJob(t);
  await using _ = scene;
  for (const leave of [[CTRL_D], [CTRL_C, CTRL_C], [...Array.from("/exit"), ENTER], [...Array.from("/new"), ENTER]]) {
    scene.terminal.press(...leave);
    await scene.terminal.seen("Still working: 1 background command");
    scene.terminal.press(ESCAPE);
    while ((await scene.terminal.screen()).some((line) => line.includes("Still working"))) await immediate();
    assert.equal(scene.terminal.isOpen, true);
  }
  scene.terminal.press(CTRL_D);
  await scene.terminal.seen("End and exit");
  scene.terminal.press("\u001b[B", ENTER);
  assert.deepEqual(await scene.shown, { kind: "exit" });
  end();
});

test("leaving asks while a run is active, and a signal does not ask", async () => {
  const { scene, queue } = await running();
  await using _ = scene;
  await queue("Then that.", ALT_ENTER);
  scene.terminal.press(CTRL_D);
  await scene.terminal.seen("Still working: a run, 1 queued message");
  scene.screen.leave();
  assert.deepEqual(await scene.shown, { kind: "exit" });
  const lines = await scene.terminal.lines();
  assert.ok(lines.findLast((line) => line !== "")?.startsWith("─ Interrupted · "), lines.join("\n"));
});
