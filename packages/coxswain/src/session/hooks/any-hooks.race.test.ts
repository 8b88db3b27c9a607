import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { HOOK_EVENTS, type Hook } from "../../hooks/index.ts";
import { type HookEvent, isMessage } from "../../loop/index.ts";
import { toolCalls } from "../../model/index.ts";
import { collect, openScene, callSay, sayTool } from "../../runtime/runtime.fixture.ts";

const VALUES = {
  deny: fc.constantFrom<unknown>("no", "", false, null, 7),
  stop: fc.constantFrom<unknown>("enough", undefined),
  tell: fc.constantFrom<unknown>("look", " ", 7),
  input: fc.constantFrom<unknown>({ text: "changed" }, { text: 7 }, null, "words"),
  ask: fc.constantFrom<unknown>("why not", 7),
  prompt: fc.constantFrom<unknown>("other", " ", 7),
  system: fc.constantFrom<unknown>("be brief", null, 7),
};

const FIELDS: Readonly<Record<HookEvent, readonly (keyof typeof VALUES)[]>> = {
  before_run: ["deny", "prompt", "system"],
  turn_start: ["tell", "stop"],
  post_message: ["tell", "stop"],
  pre_tool: ["deny", "stop", "input", "ask", "tell"],
  post_tool: ["tell", "stop"],
  turn_end: ["tell", "stop"],
  pre_compact: ["deny"],
  run_end: [],
};

const answerOf = (fields: readonly (keyof typeof VALUES)[]) =>
  fc
    .record(Object.fromEntries(fields.map((name) => [name, VALUES[name]])), { requiredKeys: [] })
    .map((answer: unknown) => ({ kind: "answer", answer }) as const);

/** Behaviors of a hook, including answers of other events and answers that violate the types. */
const behavior = (event: HookEvent) =>
  fc.oneof(
    { arbitrary: fc.constant({ kind: "answer", answer: undefined } as const), weight: 6 },
    { arbitrary: answerOf(FIELDS[event]), weight: 4 },
    { arbitrary: answerOf(Object.keys(VALUES) as (keyof typeof VALUES)[]), weight: 1 },
    { arbitrary: fc.constant({ kind: "throws" } as const), weight: 1 },
    { arbitrary: fc.constant({ kind: "steers" } as const), weight: 1 },
    { arbitrary: fc.constant({ kind: "aborts" } as const), weight: 1 },
  );

const anyHook = fc
  .constantFrom(...HOOK_EVENTS)
  .chain((event) => fc.record({ event: fc.constant(event), blocking: fc.boolean(), does: fc.array(behavior(event), { maxLength: 4 }) }));

test("with arbitrary hooks, a run has one end, each call has one result, and the next run succeeds", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyHook, { maxLength: 6 }), async (plans) => {
      const hooks = plans.map(({ event, blocking, does }, at) => {
        let asked = 0;
        const run = async (): Promise<unknown> => {
          const act = does[asked++];
          if (act?.kind === "throws") throw new Error("broken");
          if (act?.kind === "steers") runs.at(-1)?.steer("by the way");
          if (act?.kind === "aborts") runs.at(-1)?.abort("enough");
          return act?.kind === "answer" ? act.answer : undefined;
        };
        return { event, blocking, name: `hook ${at}`, run } as unknown as Hook;
      });
      const tool = sayTool({ effect: "write" });
      await using scene = await openScene({
        script: ({ messages }) => (messages.length % 3 === 0 ? callSay("a", "b") : "done"),
        tools: [tool],
        hooks,
        maxTurns: 20,
      });
      const runs = [scene.session.prompt("one")];
      const emitted = [await collect(runs[0] ?? assert.fail())];
      runs.push(scene.session.prompt("two"));
      emitted.push(await collect(runs[1] ?? assert.fail()));
      for (const [at, events] of emitted.entries()) {
        assert.equal(events.filter(({ type }) => type === "run_end").length, 1);
        assert.equal(events.filter(({ type }) => type === "run_start").length, 1);
        assert.equal(events.at(-1)?.type, "run_end");
        assert.ok(["done", "aborted", "limit", "failed"].includes((await runs[at]?.outcome)?.kind ?? ""));
      }
      const messages = scene.session.entries.filter(isMessage).map(({ message }) => message);
      const calls = messages.flatMap((message) => (message.role === "assistant" ? toolCalls(message).map(({ id }) => id) : []));
      const results = messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
      assert.deepEqual(results, calls);
      assert.equal(scene.session.isBusy, false);
    }),
    { numRuns: 300 },
  );
});
