import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../model/index.ts";
import { callSay, sayTool } from "../runtime/runtime.fixture.ts";
import { inBackground, task, taskScene } from "../runtime/tasks.fixture.ts";

const agentsOf = (events: readonly { readonly type: string }[]): number => events.filter(({ type }) => type === "agent_start").length;

test("limits the tasks of a run and all its sub-agents, so that agents that spawn agents terminate", async () => {
  const multiply: readonly Reply[] = Array.from({ length: 50 }, () => ({ calls: [task("more"), inBackground("more")] }));
  await using scene = await taskScene({ replies: { go: multiply, more: multiply }, tasks: { perRun: 20, awaited: true } });
  await scene.session.prompt("go").outcome;
  assert.equal(agentsOf(scene.events), 20);
});

test("resets the quota for the next prompt, but not for a run that only delivers completion notices", async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const tool = sayTool({
    run: async ({ text }) => {
      await opened;
      return { content: [{ type: "text", text }] };
    },
  });
  await using scene = await taskScene({
    replies: {
      go: [{ calls: [inBackground("a")] }, "I wait.", { calls: [task("b")] }, "So be it.", { calls: [task("c")] }, "Done."],
      a: [callSay("a"), "A."],
    },
    tools: [tool],
    tasks: { perRun: 1 },
  });
  const { session } = scene;
  await session.prompt("go").outcome;
  const notices = scene.event(({ type, agent }) => type === "run_end" && agent.depth === 0);
  open();
  await notices;
  assert.match(scene.results().at(-1) ?? "", /^!The limit of tasks for this prompt is reached/);
  await session.prompt("And?").outcome;
  assert.match(scene.results().at(-1) ?? "", /^No more replies in c/);
});
