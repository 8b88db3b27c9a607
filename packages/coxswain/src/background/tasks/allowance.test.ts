import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../model/index.ts";
import { says, sayTool } from "../../runtime/runtime.fixture.ts";
import { inBackground, task, taskScene } from "./tasks.fixture.ts";

const agentsOf = (events: readonly { readonly type: string }[]): number => events.filter(({ type }) => type === "agent_start").length;

test("agents that do nothing but multiply come to an end: a run and all below it give no more tasks than it may", async () => {
  const multiply: readonly Reply[] = Array.from({ length: 50 }, () => ({ calls: [task("more"), inBackground("more")] }));
  await using scene = await taskScene({ says: { go: multiply, more: multiply }, tasks: { perRun: 20, awaited: true } });
  await scene.session.prompt("go").outcome;
  assert.equal(agentsOf(scene.events), 20);
});

test("what a run may give is there again for the next that somebody begins, and not for one that only tells of tasks", async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const tool = sayTool({
    run: async ({ text }) => {
      await opened;
      return { content: [{ type: "text", text }] };
    },
  });
  await using scene = await taskScene({
    says: {
      go: [{ calls: [inBackground("a")] }, "I wait.", { calls: [task("b")] }, "So be it.", { calls: [task("c")] }, "Done."],
      a: [says("a"), "A."],
    },
    tools: [tool],
    tasks: { perRun: 1 },
  });
  const { session } = scene;
  await session.prompt("go").outcome;
  const told = scene.event(({ type, agent }) => type === "run_end" && agent.depth === 0);
  open();
  await told;
  assert.match(scene.results().at(-1) ?? "", /^!So many tasks have been given/);
  await session.prompt("And?").outcome;
  assert.match(scene.results().at(-1) ?? "", /^Nothing more is to be said in c/);
});
