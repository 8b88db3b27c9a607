// S2: messages as rows that a client renders while they stream.
import assert from "node:assert/strict";
import { test } from "node:test";
import { messageRows, type RowChange } from "coxswain/facades";
import { history } from "coxswain/session";
import { openSession, say, sayCalls } from "../scene.ts";

/** Returns a session after one prompt, and all changes of its rows. */
const changesOf = async (...[stage]: Parameters<typeof openSession>) => {
  await using scene = await openSession(stage);
  const reading = Array.fromAsync(messageRows(scene.session));
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  return { changes: await reading, session: scene.session };
};

const format = ({ type, row }: RowChange): string =>
  `${type} ${row.role} ${row.parts.map((part) => ("text" in part ? `${part.type}:${part.text}` : part.type)).join(" ")}`.trim();

test("S2-07, S2-22, S2-33: a response has a row from its start, which each delta of text and reasoning extends", async () => {
  const { changes, session } = await changesOf({ script: [{ reasoning: "let me think about this", text: "the whole answer is here" }] });
  assert.deepEqual(changes.map(format), [
    "created user text:go",
    "created assistant",
    "updated assistant reasoning:let me think abo",
    "updated assistant reasoning:let me think about this",
    "updated assistant reasoning:let me think about this text:the whole answer",
    "updated assistant reasoning:let me think about this text:the whole answer is here",
    "updated assistant reasoning:let me think about this text:the whole answer is here",
  ]);
  assert.deepEqual(new Set(changes.map(({ row }) => row.id)), new Set(history(session).map(({ id }) => id)));
});

test("S2-07, S2-23: a call's part appears while it streams, and is finished when the message is complete", async () => {
  const { changes } = await changesOf({ script: [sayCalls("a"), "done"], tools: [say()] });
  const calls = changes.flatMap(({ row }) => row.parts.filter((part) => part.type === "tool_call"));
  assert.deepEqual(
    calls.map(({ name, input, finished }) => [name, input, finished]),
    [
      ["say", '{"text":"a"}', false],
      ["say", '{"text":"a"}', true],
    ],
  );
});

test("S2-07, S2-24: a result is a separate row after its call's", async () => {
  const { changes } = await changesOf({ script: [sayCalls("a"), "done"], tools: [say()] });
  const row = changes.map((change) => change.row).find(({ role }) => role === "tool");
  assert.deepEqual(row?.parts, [{ type: "tool_result", toolCallId: "call_1", name: "say", content: "a", isError: false }]);
});

test("S2-25: a complete response has its stop reason, usage and the provider's cost, which the session counts", async () => {
  const { changes, session } = await changesOf({ script: [{ text: "one", usage: { input: 7, output: 2 }, cost: 0.125 }] });
  const finish = changes.at(-1)?.row.finish;
  assert.deepEqual([finish?.reason, finish?.usage.input, finish?.usage.output, finish?.cost], ["stop", 7, 2, 0.125]);
  assert.deepEqual([session.state.usage.total.input, session.state.cost], [7, 0.125]);
});

test("S2-33: earlier messages come first, and a dropped response's row is deleted", async () => {
  await using scene = await openSession({ script: ["one", { text: "half", hold: new Promise(() => {}) }] });
  await scene.session.prompt("go").outcome;
  const reading = Array.fromAsync(messageRows(scene.session));
  const run = scene.session.prompt("on");
  for await (const event of run) if (event.type === "message_delta") run.abort();
  await scene.session.close();
  assert.deepEqual((await reading).map(format), [
    "created user text:go",
    "created assistant text:one",
    "created user text:on",
    "created assistant",
    "updated assistant text:half",
    "deleted assistant text:half",
  ]);
});
