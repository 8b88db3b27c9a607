import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, jobEnd, jobScene, output, results, run } from "../runtime/jobs.fixture.ts";
import { sayTool } from "../runtime/runtime.fixture.ts";
import { inBackground, taskScene } from "../runtime/tasks.fixture.ts";

test("the user sees the output of a running command, which the model still gets, and the result of an ended one", async (t) => {
  const command = "printf '\\033[31mone\\033[0m\\n'; touch printed; sleep 1000";
  const script = [begin(command), run("until [ -e printed ]; do sleep 0.01; done"), "Started.", output("j1"), "Read."];
  const { session } = await jobScene(t, script);
  await session.prompt("go").outcome;
  assert.equal(session.background.outputOf("j1"), "one");
  await session.prompt("what does it say?").outcome;
  assert.equal(results(session).at(-1), "Still running. New output:\none");
  assert.equal(session.background.outputOf("j1"), "one");
  const ended = jobEnd(session);
  assert.equal(session.background.stop("j1"), true);
  await ended;
  assert.match(session.background.outputOf("j1") ?? "", /^one\n/);
  assert.equal(session.background.stop("j1"), false);
  assert.equal(session.background.outputOf("j2"), undefined);
});

test("the user sees the last text of a running task, and may stop it", async () => {
  const waits = sayTool({
    run: ({ text }, { signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve({ content: [{ type: "text", text }] }))),
  });
  const looking = { text: "I look first.", calls: [{ name: "say", input: { text: "look" } }] };
  await using scene = await taskScene({
    replies: { go: [{ calls: [inBackground("a")] }, "I wait.", "Ah."], a: [looking] },
    tools: [waits],
  });
  const { session } = scene;
  const called = scene.event((event) => event.type === "tool_start" && event.agent.depth === 1);
  await session.prompt("go").outcome;
  await called;
  assert.equal(session.background.outputOf("t1"), "I look first.");
  const over = scene.event((event) => event.type === "task_change" && event.task.state === "done");
  assert.equal(session.background.stop("t1"), true);
  await over;
  assert.equal(session.state.tasks[0]?.ending, "aborted");
  assert.equal(session.background.stop("t1"), false);
});
