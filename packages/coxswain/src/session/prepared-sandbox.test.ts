import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Reply } from "../model/index.ts";
import { openScene } from "../runtime/runtime.fixture.ts";
import { bashTool } from "../tools/index.ts";
import { confinedProcesses, untilPrepared } from "../workspace/sandbox/prepared.fixture.ts";
import { confinedWorkspace } from "../workspace/sandbox/sandbox.fixture.ts";

/** A session in a repository, whose commands are confined. */
const sandboxScene = async (t: TestContext, answer: (turn: number) => Promise<Reply>) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return undefined;
  const { root, workspace } = made;
  execFileSync("git", ["init", "--quiet", root]);
  const scene = await openScene({ script: (_, turn) => answer(turn), workspace, cwd: root, tools: [bashTool(workspace)] });
  t.after(() => scene.runtime.close());
  return scene;
};

const bash = (command: string): Reply => ({ calls: [{ name: "bash", input: { command } }] });

test("while the model answers after a command, a sandbox is prepared, which ends with the run", async (t) => {
  const prepared: number[] = [];
  const scene = await sandboxScene(t, async (turn) => {
    if (turn > 0) prepared.push(await untilPrepared());
    return turn < 2 ? bash("echo ran") : "Done.";
  });
  if (scene === undefined) return;
  assert.equal(await scene.session.prompt("Go.").text(), "Done.");
  assert.equal(new Set(prepared).size, 2);
  // Nothing reports the end of the processes of a sandbox.
  while (confinedProcesses().length > 0) await setTimeout(2);
});

test("a run without commands prepares no sandbox", async (t) => {
  const scene = await sandboxScene(t, async () => {
    // Long enough for a sandbox to start: nothing reports that none does.
    await setTimeout(50);
    assert.deepEqual(confinedProcesses(), []);
    return "Done.";
  });
  if (scene === undefined) return;
  assert.equal(await scene.session.prompt("Go.").text(), "Done.");
});
