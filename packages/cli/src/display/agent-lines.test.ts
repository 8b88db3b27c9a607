import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "coxswain";
import { agentLines } from "./agent-lines.ts";

const event = (depth: number, what: object): Event =>
  ({ ...what, seq: 1, at: 0, sessionId: "s", agent: { id: `a${depth}`, depth } }) as unknown as Event;

const call = { type: "tool_call", id: "1", name: "bash", input: { command: "npm test" } };

test("shows an agent's call with its name, indented by its depth", () => {
  const line = agentLines(80);
  line(event(0, { type: "agent_start", child: { id: "a1", depth: 1 }, name: "explore" }));
  line(event(1, { type: "agent_start", child: { id: "a2", depth: 2 } }));
  assert.deepEqual(line(event(1, { type: "tool_start", call })), { text: "  explore > bash  npm test", isError: false });
  assert.deepEqual(line(event(2, { type: "tool_start", call })), { text: "    agent > bash  npm test", isError: false });
  assert.deepEqual(line(event(1, { type: "tool_end", call, result: { isError: true, reason: "denied", content: [] } })), {
    text: "  explore ! bash denied",
    isError: true,
  });
  assert.equal(line(event(1, { type: "tool_end", call, result: { isError: false, content: [] } })), undefined);
  assert.equal(line(event(0, { type: "tool_start", call })), undefined);
});

test("limits a line to the width of the screen", () => {
  const long = { ...call, input: { command: "x".repeat(200) } };
  assert.equal(agentLines(40)(event(1, { type: "tool_start", call: long }))?.text.length, 40);
});
