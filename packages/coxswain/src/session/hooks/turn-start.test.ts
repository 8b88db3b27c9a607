import assert from "node:assert/strict";
import { test } from "node:test";
import { type Hook, hookRegistry } from "../../hooks/index.ts";
import { textOf } from "../../model/index.ts";
import { callSay, collect, openScene, sayTool } from "../../runtime/runtime.fixture.ts";
import { reopen, storeCutAt } from "../../runtime/crash.fixture.ts";

const atTurn = (run: Extract<Hook, { event: "turn_start" }>["run"], name = "guide"): Hook => ({ event: "turn_start", name, run });

const lines = (messages: readonly Parameters<typeof textOf>[0][] = []): readonly string[] => messages.map((message) => textOf(message));

test("S0-69: a hook at a turn's start adds to the system prompt, and the rest of its answer counts", async () => {
  const hook = atTurn(({ turn }) => (turn === 1 ? { system: "Be brief.", tell: "It is Friday." } : {}));
  await using scene = await openScene({ script: [callSay("a"), "done", "later"], tools: [sayTool()], hooks: [hook] });
  const events = await collect(scene.session.prompt("go"));
  assert.deepEqual(
    events.filter(({ type }) => type === "warning" || type === "hook_block"),
    [],
  );
  const [first, second] = scene.model.requests;
  assert.equal(first?.system.at(-1), "Be brief.");
  assert.ok(lines(first?.messages).some((text) => text.includes("It is Friday.")));
  assert.deepEqual(second?.system, first?.system);
  assert.ok(!lines(second?.messages).some((text) => text.includes("no longer applies")));
});

test("a later turn's text replaces an earlier one in the conversation, and the prompt's bytes stay the same", async () => {
  const hooks = [
    atTurn(({ turn }) => ({ system: `Turn ${Math.min(turn, 2)}.` })),
    atTurn(({ system }) => ({ system: `After "${system}"` }), "second"),
  ];
  await using scene = await openScene({ script: [callSay("a"), callSay("b"), "done"], tools: [sayTool()], hooks });
  await scene.session.prompt("go").outcome;
  const [first, second, third] = scene.model.requests;
  assert.equal(first?.system.at(-1), 'Turn 1.\n\nAfter "Turn 1."');
  for (const request of [second, third]) assert.deepEqual(request?.system, first?.system);
  const changed = lines(third?.messages).filter((text) => text.includes('The section "turn" is now'));
  assert.equal(changed.length, 1);
  assert.match(changed[0] ?? "", /Turn 2\.\n\nAfter "Turn 2\."$/);
});

test("the model learns at the next run that the section of a turn no longer applies", async () => {
  const hook = atTurn(({ runId }) => (runId === first ? { system: "Be brief." } : {}));
  await using scene = await openScene({ script: ["one", "two"], hooks: [hook] });
  const run = scene.session.prompt("go");
  const first = run.id;
  await run.outcome;
  await scene.session.prompt("on").outcome;
  assert.match(lines(scene.model.requests[1]?.messages).at(-1) ?? "", /The section "turn" no longer applies\./);
});

test("a run that resumes after a crash retains the text of its turns", async () => {
  const hook = atTurn(({ turn }) => (turn === 1 ? { system: "Be brief." } : {}));
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()], hooks: [hook] });
  await scene.session.prompt("go").outcome;
  const isResult = (entry: object): boolean => "message" in entry && (entry.message as { role: string }).role === "tool";
  const at = scene.session.entries.findIndex(isResult);
  const store = await storeCutAt(scene.store, scene.session.id, at + 1);
  await using other = await reopen(store, scene.session.id, {
    script: ["done"],
    tools: [sayTool()],
    hooks: hookRegistry([hook]),
  });
  await other.session.resume()?.outcome;
  const [request] = other.model.requests;
  assert.equal(request?.system.at(-1), "Be brief.");
  assert.ok(!lines(request?.messages).some((text) => text.includes("no longer applies")));
});
