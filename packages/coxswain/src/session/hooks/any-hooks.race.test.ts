import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { HOOK_EVENTS, type Hook } from "../../hooks/index.ts";
import { isMessage } from "../../loop/index.ts";
import { toolCalls } from "../../model/index.ts";
import { collect, openScene, says, sayTool } from "../../runtime/runtime.fixture.ts";

/** Anything that a hook may do, and more: answers that belong to other events, and answers that no compiler would let pass. */
const behaviour = fc.oneof(
  { arbitrary: fc.constant({ kind: "answer", answer: undefined } as const), weight: 6 },
  {
    arbitrary: fc
      .record(
        {
          deny: fc.constantFrom<unknown>("no", "", false, null, 7),
          stop: fc.constantFrom<unknown>("enough", undefined),
          tell: fc.constantFrom<unknown>("look", " ", 7),
          input: fc.constantFrom<unknown>({ text: "changed" }, { text: 7 }, null, "words"),
          ask: fc.constantFrom<unknown>("why not", 7),
          prompt: fc.constantFrom<unknown>("other", " ", 7),
          system: fc.constantFrom<unknown>("be brief", null, 7),
        },
        { requiredKeys: [] },
      )
      .map((answer) => ({ kind: "answer", answer }) as const),
    weight: 4,
  },
  { arbitrary: fc.constant({ kind: "throws" } as const), weight: 1 },
  { arbitrary: fc.constant({ kind: "steers" } as const), weight: 1 },
  { arbitrary: fc.constant({ kind: "aborts" } as const), weight: 1 },
);

const anyHook = fc.record({ event: fc.constantFrom(...HOOK_EVENTS), blocking: fc.boolean(), does: fc.array(behaviour, { maxLength: 4 }) });

test(
  "whatever hooks do, a run has one end, each call one result, and the next run a history that is valid",
  { timeout: 60_000 },
  async () => {
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
          script: ({ messages }) => (messages.length % 3 === 0 ? says("a", "b") : "done"),
          tools: [tool],
          hooks,
          maxTurns: 20,
        });
        const runs = [scene.session.prompt("one")];
        const told = [await collect(runs[0] ?? assert.fail())];
        runs.push(scene.session.prompt("two"));
        told.push(await collect(runs[1] ?? assert.fail()));
        for (const [at, events] of told.entries()) {
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
  },
);
