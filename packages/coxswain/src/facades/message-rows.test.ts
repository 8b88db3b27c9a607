import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageEntry } from "../loop/index.ts";
import { ModelError, NO_USAGE, textOf } from "../model/index.ts";
import { openScene, sayTool } from "../runtime/runtime.fixture.ts";
import { messageRows, type RowChange } from "./message-rows.ts";

const inShort = ({ type, row }: RowChange): string => `${type} ${row.role} ${row.parts.length}`;

test("a retried answer gets a new row, and the row of the first is deleted", async () => {
  const busy = { text: "half", error: new ModelError("transient", "Busy.") };
  await using scene = await openScene({ script: [busy, "whole"], retry: { baseMs: 1 } });
  const reading = Array.fromAsync(messageRows(scene.session));
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  assert.deepEqual((await reading).map(inShort), [
    "created user 1",
    "created assistant 0",
    "updated assistant 1",
    "deleted assistant 1",
    "created assistant 0",
    "updated assistant 1",
    "updated assistant 1",
  ]);
});

test("the rows of a session exclude messages of its agents", async () => {
  const exploring = sayTool({
    async run(_, context) {
      const agent = await context.spawn({});
      const outcome = await agent.prompt("Look around.").outcome;
      return { content: [{ type: "text", text: outcome.kind === "done" ? textOf(outcome.reply) : outcome.kind }] };
    },
  });
  const script = [{ calls: [{ name: "say", input: { text: "a" } }] }, "There is a lighthouse.", "Done."];
  await using scene = await openScene({ script, tools: [exploring] });
  const reading = Array.fromAsync(messageRows(scene.session));
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  const texts = (await reading).flatMap(({ row }) => row.parts.flatMap((part) => (part.type === "text" ? part.text : [])));
  assert.ok(!texts.includes("There is a lighthouse."));
  assert.equal(texts.at(-1), "Done.");
});

test("shows tools that ran at the provider", async () => {
  const part = { type: "provider", name: "web_search", input: { query: "x" }, output: "A", providerData: { acme: {} } } as const;
  await using scene = await openScene({ script: ["done"] });
  await scene.session.append<MessageEntry>({
    type: "message",
    message: { role: "assistant", content: [part], model: "acme/large", stop: "stop", usage: NO_USAGE },
  });
  await scene.session.close();
  const [change] = await Array.fromAsync(messageRows(scene.session));
  assert.deepEqual(change?.row.parts, [{ type: "provider", name: "web_search", input: '{"query":"x"}', output: "A", isError: false }]);
});

test("a part of a provider's tool appears while the answer streams", async () => {
  const part = { type: "provider", name: "web_search", input: { query: "x" }, output: "A", providerData: { acme: {} } } as const;
  await using scene = await openScene({ script: [{ raw: [{ type: "provider", part }], text: "Found." }] });
  const reading = Array.fromAsync(messageRows(scene.session));
  await scene.session.prompt("go").outcome;
  await scene.session.close();
  assert.deepEqual((await reading).map(inShort), [
    "created user 1",
    "created assistant 0",
    "updated assistant 1",
    "updated assistant 2",
    "updated assistant 2",
  ]);
});

test("a call that never gets a result has a row, and later messages follow it", async () => {
  await using scene = await openScene({ script: () => "Yes." });
  const call = { type: "tool_call", id: "lost", name: "say", input: {} } as const;
  await scene.session.append<MessageEntry>({
    type: "message",
    message: { role: "assistant", content: [call], model: "acme/large", stop: "tool_calls", usage: NO_USAGE },
  });
  await scene.session.prompt("go").outcome;
  const reading = Array.fromAsync(messageRows(scene.session));
  await scene.session.prompt("on").outcome;
  await scene.session.close();
  const rows = await reading;
  assert.deepEqual(rows[0]?.row.parts, [{ type: "tool_call", id: "lost", name: "say", input: "{}", finished: true }]);
  assert.equal(new Set(rows.map(({ row }) => row.id)).size, 5);
});
