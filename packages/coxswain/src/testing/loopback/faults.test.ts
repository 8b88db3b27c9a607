import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoopbackReply } from "./reply.ts";
import { loopbackProvider } from "./loopback-provider.ts";
import { eventsOf, post, readEvents, WIRES } from "./requests.fixture.ts";

const REPLY = { reasoning: "Thinking.", text: "The answer is 42: äöü 👍.", calls: [{ id: "call_1", name: "ls", input: {} }] };

const serve = (...replies: LoopbackReply[]) => loopbackProvider(replies, { chunk: 4 });

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

for (const wire of WIRES) {
  /** Returns the stream without a fault. */
  const undisturbed = async (): Promise<string> => {
    await using server = await serve(REPLY);
    return await (await post(server.url, wire)).text();
  };

  test(`${wire}: a status fault sends the wire's own error format with the given headers`, async () => {
    await using server = await serve({ fault: { kind: "status", status: 429, headers: { "retry-after": "7" } } });
    const response = await post(server.url, wire);
    assert.equal(response.status, 429);
    assert.equal(response.headers.get("retry-after"), "7");
    assert.equal(response.headers.get("content-type"), "application/json");
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    assert.equal(error["message"], "Scripted error 429");
    const kind = { anthropic: "rate_limit_error", "openai-chat": "requests", "openai-responses": "requests", gemini: "RESOURCE_EXHAUSTED" }[
      wire
    ];
    assert.equal(error["type"] ?? error["status"], kind);
  });

  test(`${wire}: a status fault can have an HTML body`, async () => {
    await using server = await serve({ fault: { kind: "status", status: 502, body: "<h1>Bad gateway</h1>" } });
    const response = await post(server.url, wire);
    assert.equal(response.status, 502);
    assert.equal(response.headers.get("content-type"), "text/html");
    assert.equal(await response.text(), "<h1>Bad gateway</h1>");
  });

  test(`${wire}: a reset without a position occurs before the headers`, async () => {
    await using server = await serve({ ...REPLY, fault: { kind: "reset" } });
    await assert.rejects(post(server.url, wire), (error: Error) => (error.cause as NodeJS.ErrnoException).code === "ECONNRESET");
  });

  test(`${wire}: a reset in the stream breaks the body after N events`, async () => {
    let seen = (): void => undefined;
    const hold = new Promise<void>((resolve) => (seen = resolve));
    await using server = await serve({ ...REPLY, hold, fault: { kind: "reset", after: 4 } });
    const response = await post(server.url, wire);
    assert.ok(response.body !== null);
    const reader = response.body.getReader();
    assert.equal((await readEvents(reader, 4)).length, 4);
    seen();
    await assert.rejects(reader.read());
  });

  test(`${wire}: a client that reads continuously receives everything before a reset`, async () => {
    for (let times = 0; times < 20; times++) {
      await using server = await serve({ ...REPLY, fault: { kind: "reset", after: 4 } });
      const response = await post(server.url, wire);
      assert.ok(response.body !== null);
      let text = "";
      const reading = (async () => {
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
      })();
      await assert.rejects(reading);
      assert.equal(eventsOf(text).length, 4);
    }
  });

  test(`${wire}: a cut ends the body normally after N events`, async () => {
    await using server = await serve({ ...REPLY, fault: { kind: "cut", after: 5 } });
    const text = await (await post(server.url, wire)).text();
    assert.deepEqual(eventsOf(text), eventsOf(await undisturbed()).slice(0, 5));
  });

  test(`${wire}: a stall sends nothing more, and lasts until the client disconnects`, async () => {
    await using server = await serve({ ...REPLY, fault: { kind: "stall", after: 3 } });
    const controller = new AbortController();
    const response = await post(server.url, wire, { signal: controller.signal });
    assert.ok(response.body !== null);
    const reader = response.body.getReader();
    assert.equal((await readEvents(reader, 3)).length, 3);
    const next = reader.read();
    controller.abort();
    await assert.rejects(next, { name: "AbortError" });
    await server.requests[0]?.aborted;
  });

  test(`${wire}: a stall with pings sends keep-alives, one for each tick`, async () => {
    await using server = await serve({ ...REPLY, fault: { kind: "stall", after: 2, pings: true, tick: () => Promise.resolve() } });
    const response = await post(server.url, wire);
    assert.ok(response.body !== null);
    const events = await readEvents(response.body.getReader(), 6);
    assert.ok(events.slice(2).every((event) => event.startsWith(":") || event.startsWith("event: ping")));
  });

  test(`${wire}: a drip sends N bytes per tick, and nothing without a tick`, async () => {
    let ticks = 0;
    await using server = await serve({ ...REPLY, fault: { kind: "drip", bytesPerTick: 100, tick: () => Promise.resolve(ticks++) } });
    const text = await (await post(server.url, wire)).text();
    const whole = await undisturbed();
    assert.equal(text, whole);
    assert.ok(ticks >= Buffer.byteLength(whole) / 100);
  });

  test(`${wire}: garbage is sent after N events, and the stream continues`, async () => {
    await using server = await serve({ ...REPLY, fault: { kind: "garbage", after: 2, bytes: new Uint8Array([0xff, 0xfe, 0x0a, 0x0a]) } });
    const received = Buffer.from(await (await post(server.url, wire)).arrayBuffer());
    const whole = Buffer.from(await undisturbed());
    const at = received.indexOf(0xff);
    assert.deepEqual(Buffer.concat([received.subarray(0, at), received.subarray(at + 4)]), whole);
    assert.equal(eventsOf(received.subarray(0, at).toString()).length, 2);
  });

  test(`${wire}: an error fault ends the stream with the wire's own error event`, async () => {
    await using server = await serve({ ...REPLY, fault: { kind: "error", after: 3, message: "Too much to do" } });
    const events = eventsOf(await (await post(server.url, wire)).text());
    assert.equal(events.length, 4);
    const data = JSON.parse(events[3]?.replace(/^(event: error\n)?data: /, "") ?? "") as { error?: unknown; message?: unknown };
    assert.equal(((data.error ?? data) as { message: unknown }).message, "Too much to do");
  });

  test(`${wire}: a body fault sends 200 with a body that is not a stream`, async () => {
    await using server = await serve({ fault: { kind: "body", body: "<html>Log in</html>" } }, { fault: { kind: "body", body: "" } });
    const response = await post(server.url, wire);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "text/html");
    assert.equal(await response.text(), "<html>Log in</html>");
    assert.equal(await (await post(server.url, wire)).text(), "");
  });

  test(`${wire}: chunks split the stream, including characters, every N bytes`, async () => {
    await using server = await serve({ ...REPLY, fault: { kind: "chunks", split: 3 } });
    const response = await post(server.url, wire);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) chunks.push(chunk);
    assert.equal(Buffer.concat(chunks).toString(), await undisturbed());
    assert.ok(chunks.filter(({ length }) => length === 3).length > 0.9 * chunks.length);
  });

  test(`${wire}: before delays the headers, and hold delays the end`, async () => {
    const controller = new AbortController();
    const gate = new AbortController();
    const before = untilAborted(controller.signal);
    await using server = await serve({ text: "Hi", before, hold: untilAborted(gate.signal) });
    const responding = post(server.url, wire);
    assert.equal(await Promise.race([responding, setImmediatePromise()]), "nothing yet");
    controller.abort();
    const response = await responding;
    assert.ok(response.body !== null);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    while (!text.includes('"Hi"')) text += decoder.decode((await reader.read()).value, { stream: true });
    assert.ok(!/message_stop|\[DONE\]|response\.completed|finishReason/.test(text));
    gate.abort();
    for (let result = await reader.read(); !result.done; result = await reader.read())
      text += decoder.decode(result.value, { stream: true });
    assert.match(text, /message_stop|\[DONE\]|response\.completed|finishReason/);
  });
}

const setImmediatePromise = () => new Promise((resolve) => setImmediate(() => resolve("nothing yet")));
