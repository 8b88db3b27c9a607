import assert from "node:assert/strict";
import { test } from "node:test";
import { providerModels } from "../provider-models.ts";
import { bothWays } from "../differential.fixture.ts";
import { FIXTURE_ENV } from "../fixtures.fixture.ts";
import { finishOf, receive, textOf } from "../wires.fixture.ts";
import { bothRead, weRead } from "./reading.fixture.ts";

const MODEL = "google/gemini-2.5-pro";
const answer = (...parts: readonly object[]) => ({ candidates: [{ content: { parts } }] });
const ends = (finishReason: string, usageMetadata: object = { promptTokenCount: 3, candidatesTokenCount: 2 }) => ({
  candidates: [{ finishReason }],
  usageMetadata,
});

test("S1-52: preserves a block's last signature, with text, without text, or in a separate part", async () => {
  const { parts } = await bothRead(
    MODEL,
    answer({ text: "Hm.", thought: true, thoughtSignature: "a" }),
    answer({ text: "", thought: true, thoughtSignature: "b" }),
    answer({ text: "Hi" }, { text: "", thoughtSignature: "c" }),
    ends("STOP"),
  );
  assert.deepEqual(
    parts.flatMap((part) => (part.type.endsWith("_end") && "providerData" in part ? [part.providerData] : [])),
    ["a", "b", "c"].map((thoughtSignature) => ({ google: { thoughtSignature } })),
  );
});

test("a call ends the preceding text, and has its own signature", async () => {
  const { parts } = await bothRead(
    MODEL,
    answer(
      { text: "Look:" },
      { functionCall: { name: "ls", args: { path: "." } }, thoughtSignature: "s" },
      { functionCall: { name: "pwd" } },
    ),
    ends("STOP"),
  );
  assert.deepEqual(
    parts.map(({ type }) => type),
    [
      "text_start",
      "text_delta",
      "text_end",
      "tool_input_start",
      "tool_input_delta",
      "tool_call",
      "tool_input_start",
      "tool_call",
      "finish",
    ],
  );
});

test("generates an ID for each call without one", async () => {
  const call = { functionCall: { name: "ls", args: {} } };
  const events = [answer(call, call), ends("STOP")].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const fetch = async () => new Response(events, { headers: { "content-type": "text/event-stream" } });
  const { parts } = await receive(await providerModels({ env: FIXTURE_ENV, fetch }).get(MODEL));
  assert.deepEqual(
    parts.flatMap((part) => (part.type === "tool_call" ? [part.id] : [])),
    ["call_1", "call_2"],
  );
});

test("a malformed call fails the response", async () => {
  for (const reason of ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"]) {
    assert.equal((await bothRead(MODEL, answer({ text: "Hi" }), ends(reason))).error?.code, "transient");
  }
});

test("joins a response that continues in another request, and sums its tokens", async () => {
  const setting = () => {
    const bodies: { readonly continuationToken?: string }[] = [];
    const answers = [
      [answer({ text: "One, " }), { ...ends("CONTINUATION"), candidates: [{ finishReason: "CONTINUATION", continuationToken: "t" }] }],
      [answer({ text: "two." }), ends("STOP")],
    ];
    return {
      bodies,
      env: FIXTURE_ENV,
      fetch: async (_url: unknown, init?: RequestInit) => {
        bodies.push(JSON.parse(init?.body as string));
        const events = answers[bodies.length - 1] ?? assert.fail("it asked a third time");
        const headers = { "content-type": "text/event-stream" };
        return new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""), { headers });
      },
    };
  };
  const { bodies, env, fetch } = setting();
  const { parts, error } = await receive(await providerModels({ env, fetch }).get(MODEL));
  assert.equal(error, undefined);
  assert.equal(textOf(parts), "One, two.");
  assert.deepEqual(finishOf(parts)?.usage, { input: 6, cacheRead: 0, cacheWrite: 0, output: 4, reasoning: 0 });
  const { continuationToken, ...second } = bodies[1] ?? {};
  assert.deepEqual([continuationToken, second], ["t", bodies[0]]);

  const turns = [setting(), setting()];
  const { adapter, ours } = await bothWays(MODEL, {
    env,
    fetch: (url, init) => (turns[0]?.bodies.length === 2 ? turns[1] : turns[0])?.fetch(url, init) ?? assert.fail(),
  });
  assert.deepEqual(ours, adapter);
});

/** Returns the calls of a response whose arguments arrive in these pieces, one event each. */
const streamedCalls = async (...pieces: readonly object[]) => {
  const { parts } = await weRead(MODEL, ...pieces.map((functionCall) => answer({ functionCall })), ends("STOP"));
  return parts.flatMap((part) => (part.type === "tool_call" ? [[part.id, part.name, part.input]] : []));
};
const word = (jsonPath: string, stringValue: string, willContinue = false) => ({
  partialArgs: [{ jsonPath, stringValue, ...(willContinue ? { willContinue } : {}) }],
  willContinue: true,
});

test("assigns pieces of two calls that arrive at the same time by their IDs", async () => {
  assert.deepEqual(
    await streamedCalls(
      { id: "1", name: "read", willContinue: true },
      { id: "2", name: "write", willContinue: true },
      { id: "1", ...word("$.path", "a", true) },
      { id: "2", ...word("$.path", "b") },
      { id: "1", ...word("$.path", "c") },
      { id: "2" },
      { id: "1" },
    ),
    [
      ["2", "write", '{"path":"b"}'],
      ["1", "read", '{"path":"ac"}'],
    ],
  );
});

test("a piece that repeats the ID and the name of an arriving call continues it", async () => {
  const call = { id: "1", name: "write" };
  assert.deepEqual(await streamedCalls({ ...call, ...word("$.text", "a", true) }, { ...call, ...word("$.text", "b") }, { id: "1" }), [
    ["1", "write", '{"text":"ab"}'],
  ]);
});

test("a call without an ID ends when the next one begins", async () => {
  assert.deepEqual(await streamedCalls({ name: "ls", ...word("$.path", "a") }, { name: "ls", ...word("$.path", "b") }, {}), [
    ["call_1", "ls", '{"path":"a"}'],
    ["call_2", "ls", '{"path":"b"}'],
  ]);
});
