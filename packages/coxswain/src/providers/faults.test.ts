import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorClass } from "../model/index.ts";
import type { LoopbackReply } from "../testing/index.ts";
import { finishOf, KEY, modelAt, receive, textOf, WIRE_NAMES, WIRES } from "./wires.fixture.ts";
import { serve } from "../testing/loopback/served-model.fixture.ts";

const REPLY = {
  reasoning: "Let me think.",
  text: "The answer is forty-two, as always.",
  calls: [{ id: "call_1", name: "ls", input: { path: "." } }],
};

for (const wire of WIRE_NAMES) {
  const { label, keyEnv } = WIRES[wire];
  const fail = async (reply: LoopbackReply) => {
    await using served = await serve(wire, [reply]);
    const { parts, error } = await receive(served.model);
    assert.equal(finishOf(parts), undefined, "a failed response never ends in a finish");
    assert.ok(error !== undefined, "a failed response throws");
    assert.doesNotMatch(error.message, new RegExp(KEY));
    assert.doesNotMatch(error.message, /\n/);
    return { parts, error, requests: served.server.requests.length };
  };
  const status = (code: number, headers: Readonly<Record<string, string>> = {}, body?: string | object) =>
    fail({ fault: { kind: "status", status: code, headers, ...(body === undefined ? {} : { body }) } });

  test(`P1: ${wire}: a rate limit is transient, with the retry delay`, async () => {
    const { code, status: number, retryAfter: seven } = (await status(429, { "retry-after": "7" })).error;
    assert.deepEqual({ code, number, seven }, { code: "transient", number: 429, seven: 7000 });
    assert.equal((await status(429, { "retry-after-ms": "250" })).error.retryAfter, 250);
    const date = new Date(Date.now() + 90_000).toUTCString();
    const { retryAfter = 0 } = (await status(429, { "retry-after": date })).error;
    assert.ok(retryAfter > 80_000 && retryAfter <= 91_000, `${retryAfter}`);
  });

  test(`P3: ${wire}: a failing or overloaded server is transient, without a retry`, async () => {
    for (const code of [500, 502, 503, 504, 529]) {
      const { error, requests } = await status(code);
      assert.equal(error.code, "transient");
      assert.equal(error.status, code);
      assert.equal(requests, 1);
    }
    const { error } = await status(502, {}, "<html><h1>Bad gateway</h1></html>");
    assert.equal(error.code, "transient");
    assert.doesNotMatch(error.message, /</);
  });

  test(`${wire}: a wrong key is auth, and the message names the variable to set`, async () => {
    const { error } = await status(401);
    assert.equal(error.code, "auth");
    assert.equal(error.message, `${label} did not accept the API key (401). Set a valid one in ${keyEnv}.`);
  });

  test(`${wire}: a model that does not exist is invalid, and the message names it`, async () => {
    const { error } = await status(404);
    assert.equal(error.code, "invalid");
    assert.match(error.message, new RegExp(`${label} has no model "${WIRES[wire].reference.split("/")[1]}"`));
  });

  test(`P4: ${wire}: a refused connection is transient, and the message names the address`, async () => {
    const served = await serve(wire, []);
    await served.server.close();
    const { error } = await receive(await modelAt(wire, served.server.url));
    assert.equal(error?.code, "transient");
    assert.match(error?.message ?? "", /^Nothing answers at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/);
  });

  test(`P5: ${wire}: a reset before the headers is transient`, async () => {
    const { error, requests } = await fail({ fault: { kind: "reset" } });
    assert.equal(error.code, "transient");
    assert.match(error.message, /broke off \(ECONNRESET\)/);
    assert.equal(requests, 1);
  });

  test(`P6: ${wire}: a reset in the stream is transient, after the parts that arrived`, async () => {
    const { error, parts } = await fail({ ...REPLY, fault: { kind: "reset", after: 5 } });
    assert.equal(error.code, "transient");
    assert.ok(parts.length > 0);
  });

  test(`P7: ${wire}: a stream that ends without a finish is transient`, async () => {
    for (const after of [1, 2, 3]) assert.equal((await fail({ ...REPLY, fault: { kind: "cut", after } })).error.code, "transient");
  });

  test(`P8: ${wire}: an error event in the stream throws with its class`, async () => {
    assert.equal((await fail({ ...REPLY, fault: { kind: "error", after: 4 } })).error.code, "transient");
    assert.equal((await fail({ ...REPLY, fault: { kind: "error", after: 0 } })).error.code, "transient");
  });

  test(`P11: ${wire}: an event that is not JSON fails the response`, async () => {
    const { error } = await fail({ ...REPLY, fault: { kind: "garbage", after: 4 } });
    assert.equal(error.code, "transient");
  });

  test(`P12: ${wire}: a web page or an empty body instead of a stream fails`, async () => {
    const page = await fail({ fault: { kind: "body", body: "<html>Welcome</html>" } });
    assert.equal(page.error.code, "invalid");
    assert.match(page.error.message, /web page.*base URL/);
    assert.equal((await fail({ fault: { kind: "body", body: "", contentType: "text/event-stream" } })).error.code, "transient");
  });

  test(`P12: ${wire}: an error with status 200 is classified like any error`, async () => {
    const body = JSON.stringify({ error: { message: "No credit left.", code: 402 } });
    assert.equal((await fail({ fault: { kind: "body", body, contentType: "application/json" } })).error.code, "quota");
  });

  test(`P13: ${wire}: an empty response emits only a finish`, async () => {
    await using served = await serve(wire, [{}]);
    const { parts, error } = await receive(served.model);
    assert.equal(error, undefined);
    assert.equal(parts.at(-1)?.type, "finish");
    assert.ok(!parts.some(({ type }) => type.endsWith("_delta") || type === "tool_call"));
  });

  const skip = wire === "google" && "Gemini sends arguments as objects, never as text";
  test(`P14 P18: ${wire}: preserves arguments that are not JSON`, { skip }, async () => {
    await using served = await serve(wire, [{ calls: [{ id: "call_1", name: "ls", input: '{"path": "/tm' }], stop: "length" }]);
    const { parts, error } = await receive(served.model);
    const call = parts.find((part) => part.type === "tool_call");
    // An adapter may omit a broken call, but never repairs one.
    if (error === undefined && call !== undefined) assert.equal(call.input, '{"path": "/tm');
    assert.notEqual(finishOf(parts)?.stop, "stop");
  });

  test(`P16: ${wire}: preserves any tool name`, async () => {
    for (const name of ["LS", "no_such_tool", "x".repeat(10_000)]) {
      await using served = await serve(wire, [{ calls: [{ id: "call_1", name, input: {} }] }]);
      const { parts } = await receive(served.model);
      assert.equal(parts.find((part) => part.type === "tool_call")?.name, name);
    }
  });

  test(`P17: ${wire}: emits both calls with the same ID, for the loop to rename`, async () => {
    const call = { id: "call_1", name: "ls", input: {} };
    await using served = await serve(wire, [{ calls: [call, { ...call, name: "read" }] }]);
    const { parts } = await receive(served.model);
    assert.deepEqual(
      parts.flatMap((part) => (part.type === "tool_call" ? [part.name] : [])),
      ["ls", "read"],
    );
  });

  test(`P18: ${wire}: a response that reaches the token limit stops with length`, async () => {
    await using served = await serve(wire, [{ ...REPLY, stop: "length" }]);
    assert.equal(finishOf((await receive(served.model)).parts)?.stop, "length");
  });

  test(`P19: ${wire}: a refusal is a complete response that stops with refusal`, async () => {
    await using served = await serve(wire, [{ text: "I cannot help with that.", stop: "refusal" }]);
    assert.equal(finishOf((await receive(served.model)).parts)?.stop, "refusal");
  });

  test(`P20: ${wire}: a request that is too long is overflow, by status, by message and without a body`, async () => {
    for (const [code, body] of [
      [413, undefined],
      [400, { error: { message: "prompt is too long: 210000 tokens > 200000 maximum", type: "invalid_request_error" } }],
      [400, ""],
    ] as const) {
      assert.equal((await status(code, {}, body)).error.code, "overflow", `${code} ${JSON.stringify(body)}`);
    }
  });

  test(`P20: ${wire}: the text context_length_exceeded is overflow, in a response and in its stream`, async () => {
    for (const error of [
      { message: "litellm: context_length_exceeded" },
      { message: "context_length_exceeded", code: 500 },
      "context_length_exceeded",
    ]) {
      assert.equal((await status(400, {}, { error })).error.code, "overflow");
      const body = `data: ${JSON.stringify({ error })}\n\n`;
      assert.equal((await fail({ fault: { kind: "body", body, contentType: "text/event-stream" } })).error.code, "overflow");
    }
  });

  test(`P23: ${wire}: reassembles characters that chunks split`, async () => {
    const text = "Grüße 👩‍👩‍👧 — 漢字, ".repeat(20);
    await using served = await serve(wire, [{ text, fault: { kind: "chunks", split: 7 } }]);
    const { parts, error } = await receive(served.model);
    assert.equal(error, undefined);
    assert.equal(textOf(parts), text);
  });

  test(`P24: ${wire}: an abort at any part fails the stream as aborted, and no part follows`, async () => {
    const whole = await (async () => {
      await using served = await serve(wire, [REPLY]);
      return (await receive(served.model)).parts.length;
    })();
    await using served = await serve(wire, () => REPLY);
    for (let stopAt = 1; stopAt < whole; stopAt += 1) {
      const controller = new AbortController();
      const types: string[] = [];
      await assert.rejects(
        async () => {
          for await (const part of served.model.stream(request(controller))) {
            types.push(part.type);
            if (types.length === stopAt) controller.abort(new Error("the user's reason"));
          }
        },
        { name: "ModelError", code: "aborted" },
      );
      assert.equal(types.length, stopAt);
    }
    assert.equal((await receive(served.model)).parts.length, whole, "the next turn works");
  });

  test(`P25: ${wire}: normalizes a missing or inconsistent usage`, async () => {
    for (const usage of [{ input: -5, output: Number.MAX_SAFE_INTEGER }, {}]) {
      await using served = await serve(wire, [{ text: "Hi", usage }]);
      const finish = finishOf((await receive(served.model)).parts);
      for (const count of Object.values(finish?.usage ?? {})) assert.ok(Number.isSafeInteger(count) && count >= 0, `${count}`);
    }
  });

  test(`P26: ${wire}: a rejected signature is invalid, without a retry`, async () => {
    const body = {
      type: "error",
      error: { type: "invalid_request_error", message: "messages.1.content.0: Invalid `signature` in `thinking` block" },
    };
    const { error, requests } = await status(400, {}, body);
    assert.equal(error.code, "invalid");
    assert.match(error.message, /signature/);
    assert.equal(requests, 1);
  });

  test(`P2: ${wire}: an account without credit is quota`, async () => {
    const bodies: readonly (readonly [number, object])[] = [
      [
        429,
        { error: { message: "You exceeded your current quota, please check your plan and billing details.", code: "insufficient_quota" } },
      ],
      [
        400,
        { type: "error", error: { type: "invalid_request_error", message: "Your credit balance is too low to access the Anthropic API." } },
      ],
      [402, { error: { message: "Insufficient Balance" } }],
    ];
    for (const [code, body] of bodies) assert.equal((await status(code, {}, body)).error.code, "quota" satisfies ErrorClass);
  });
}

const request = ({ signal }: AbortController) => ({
  system: [],
  messages: [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello" }] }],
  tools: [],
  thinking: "off" as const,
  maxOutputTokens: 1024,
  signal,
});
