import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openScene, callSay, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { SubAgentScopeError } from "./sub-agent.ts";
import { textResult, type ToolContext, ToolError } from "./tool.ts";

/** Rejections without a handler during an action. */
const unawaitedIn = async (act: () => Promise<void>): Promise<readonly unknown[]> => {
  const rejections: unknown[] = [];
  const keep = (reason: unknown): void => void rejections.push(reason);
  process.on("unhandledRejection", keep);
  try {
    await act();
    // They are reported once the promises that have settled by now are handled.
    await setImmediate();
    await setImmediate();
  } finally {
    process.off("unhandledRejection", keep);
  }
  return rejections;
};

const REQUEST = { tool: "say", effect: "execute", subject: "more" } as const;

test("a rejected promise that a tool does not await does not end the process, during the call and after it", async () => {
  const careless = (context: ToolContext): void => {
    void context.record({ type: "message" });
    void context.permission(REQUEST);
    void context.spawn({ model: "unknown/model" });
    void context.jobs?.start({ command: "true", timeout: -1 });
    void context.jobs?.read("j9", 0);
    void context.jobs?.stop("j9");
  };
  let used: ToolContext | undefined;
  const say = sayTool({
    run: async ({ text }, context) => {
      careless((used = context));
      return textResult(text);
    },
  });
  await using scene = await openScene({
    script: [callSay("a"), "ok"],
    tools: [say],
    policy: ({ subject }) => ({ verdict: subject === "more" ? "deny" : "allow", reason: "it is enough" }),
  });
  const unawaited = await unawaitedIn(async () => {
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.ok(used);
    careless(used);
  });
  assert.deepEqual(unawaited, []);
  assert.deepEqual(transcript(scene.session).slice(2), ["tool: a", "assistant: ok"]);
});

test("a caller that awaits a rejected promise gets the error", async () => {
  let used: ToolContext | undefined;
  const say = sayTool({
    run: async ({ text }, context) => {
      used = context;
      await assert.rejects(context.record({ type: "message" }), TypeError);
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [say] });
  await scene.session.prompt("go").outcome;
  assert.ok(used);
  await assert.rejects(used.record({ type: "note" }), ToolError);
  await assert.rejects(used.permission(REQUEST), ToolError);
  await assert.rejects(used.spawn({}), SubAgentScopeError);
});
