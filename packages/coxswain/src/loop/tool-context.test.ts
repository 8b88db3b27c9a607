import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openScene, says, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { SubAgentScopeError } from "./sub-agent.ts";
import { textResult, type ToolContext, ToolError } from "./tool.ts";

/** What rejects while something goes on, and that nobody awaits. */
const unawaitedIn = async (act: () => Promise<void>): Promise<readonly unknown[]> => {
  const rejections: unknown[] = [];
  const keep = (reason: unknown): void => void rejections.push(reason);
  process.on("unhandledRejection", keep);
  try {
    await act();
    // They are told of once the promises that are settled by now had their turn.
    await setImmediate();
    await setImmediate();
  } finally {
    process.off("unhandledRejection", keep);
  }
  return rejections;
};

const REQUEST = { tool: "say", effect: "execute", subject: "more" } as const;

test("what a tool does not await and is refused ends no process, while the call runs and after it", async () => {
  const careless = (context: ToolContext): void => {
    void context.record({ type: "message" });
    void context.permission(REQUEST);
    void context.spawn({ model: "nobody/nothing" });
    void context.jobs?.begin({ command: "true", timeout: -1 });
    void context.jobs?.look("j9", 0);
    void context.jobs?.stop("j9");
  };
  let told: ToolContext | undefined;
  const say = sayTool({
    run: async ({ text }, context) => {
      careless((told = context));
      return textResult(text);
    },
  });
  await using scene = await openScene({
    script: [says("a"), "ok"],
    tools: [say],
    policy: ({ subject }) => ({ verdict: subject === "more" ? "deny" : "allow", reason: "it is enough" }),
  });
  const unawaited = await unawaitedIn(async () => {
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.ok(told);
    careless(told);
  });
  assert.deepEqual(unawaited, []);
  assert.deepEqual(transcript(scene.session).slice(2), ["tool: a", "assistant: ok"]);
});

test("whoever awaits what is refused has the error", async () => {
  let told: ToolContext | undefined;
  const say = sayTool({
    run: async ({ text }, context) => {
      told = context;
      await assert.rejects(context.record({ type: "message" }), TypeError);
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [says("a"), "ok"], tools: [say] });
  await scene.session.prompt("go").outcome;
  assert.ok(told);
  await assert.rejects(told.record({ type: "note" }), ToolError);
  await assert.rejects(told.permission(REQUEST), ToolError);
  await assert.rejects(told.spawn({}), SubAgentScopeError);
});
