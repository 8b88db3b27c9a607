import assert from "node:assert/strict";
import { test } from "node:test";
import { providerModels } from "../provider-models.ts";
import { bothWays } from "../differential.fixture.ts";
import { FIXTURE_ENV } from "../fixtures.fixture.ts";
import { finishOf, receive, textOf } from "../wires.fixture.ts";
import { bothRead } from "./reading.fixture.ts";

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
