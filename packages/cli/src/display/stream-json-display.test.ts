import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { Event } from "coxswain";
import { Output } from "../output/index.ts";
import { streamJsonDisplay } from "./stream-json-display.ts";

const ROOT = { id: "root", depth: 0 };
const AGENT = { id: "agent", depth: 1, parent: "root" };

const linesFor = (...events: readonly object[]): readonly Record<string, unknown>[] => {
  const stdout = new PassThrough();
  const display = streamJsonDisplay(
    { stdout: new Output(() => stdout as never), stderr: new Output(() => new PassThrough() as never) },
    { partial: true, now: () => 0 },
  );
  const state = { id: "root", cwd: "/", model: "maker/model", thinking: "off" } as const;
  display.start({ id: "root", state, tools: [] });
  for (const event of events) void display.event({ seq: 1, at: 0, sessionId: "root", agent: ROOT, ...event } as unknown as Event);
  const lines = String(stdout.read()).trimEnd().split("\n");
  return lines.slice(1).map((line) => JSON.parse(line) as Record<string, unknown>);
};

const message = (text: string) => ({
  role: "assistant",
  content: [{ type: "text", text }],
  model: "maker/model",
  stop: "stop",
  usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
});

test("emits an agent's message with the call that it works for, not as its caller's message", () => {
  const lines = linesFor(
    { type: "agent_start", child: AGENT, callId: "call_7" },
    { type: "message_start", messageId: "m", role: "assistant", agent: AGENT },
    { type: "message_delta", messageId: "m", kind: "text", part: 0, offset: 0, delta: "Deep.", agent: AGENT },
    { type: "message_end", messageId: "m", message: message("Deep."), agent: AGENT },
    { type: "agent_end", child: AGENT, callId: "call_7" },
    { type: "message_end", messageId: "n", message: message("It is deep.") },
  );
  const whole = lines.filter(({ type }) => type === "assistant");
  assert.deepEqual(
    whole.map(({ parent_tool_use_id: call, session_id: session }) => [call, session]),
    [
      ["call_7", "root"],
      [null, "root"],
    ],
  );
  assert.ok(lines.every(({ type, parent_tool_use_id: call }) => type !== "stream_event" || call === null));
});

test("emits tools that ran at the provider as server tool blocks, when they arrive and in the message", () => {
  const part = { type: "provider", name: "web_search", id: "s1", input: { query: "x" }, output: "A", providerData: {} };
  const lines = linesFor(
    { type: "message_start", messageId: "m", role: "assistant" },
    { type: "provider_part", messageId: "m", part },
    { type: "message_end", messageId: "m", message: { ...message("Found."), content: [part, { type: "text", text: "Found." }] } },
  );
  const blocks = [
    { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "x" } },
    { type: "web_search_tool_result", tool_use_id: "s1", content: "A" },
  ];
  const started = lines.flatMap(({ event }) => {
    const { type, content_block: block } = (event ?? {}) as { readonly type?: string; readonly content_block?: object };
    return type === "content_block_start" ? [block] : [];
  });
  assert.deepEqual(started, blocks);
  const whole = lines.find(({ type }) => type === "assistant")?.["message"] as { readonly content: readonly object[] };
  assert.deepEqual(whole.content, [...blocks, { type: "text", text: "Found." }]);
});
