import assert from "node:assert/strict";
import { test } from "node:test";
import { bothRead, weRead } from "./reading.fixture.ts";

const MODEL = "openrouter/deepseek/deepseek-v4-pro";

interface Piece {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly name?: string | null;
  readonly args?: string;
}

/** Returns a stream with each piece of a call in a separate chunk. */
const events = (pieces: readonly Piece[]) => [
  ...pieces.map(({ name, args, ...place }) => ({
    choices: [{ index: 0, delta: { tool_calls: [{ ...place, type: "function", function: { name, arguments: args } }] } }],
  })),
  { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
];
const callsIn = (parts: readonly { readonly type: string }[]) =>
  parts
    .flatMap((part) => (part.type === "tool_call" ? [part as unknown as { name: string; input: string }] : []))
    .map(({ name, input }) => [name, input]);
const calls = async (...pieces: readonly Piece[]) => callsIn((await bothRead(MODEL, ...events(pieces))).parts);

const BOTH = [
  ["ls", '{"a":1}'],
  ["read", '{"b":2}'],
];

test("assigns interleaved pieces by index", async () => {
  assert.deepEqual(
    await calls(
      { index: 0, id: "x", name: "ls", args: "" },
      { index: 1, id: "y", name: "read", args: "" },
      { index: 0, args: '{"a"' },
      { index: 1, args: '{"b"' },
      { index: 0, args: ":1}" },
      { index: 1, args: ":2}" },
    ),
    BOTH,
  );
});

test("without an index, assigns pieces by ID, and without an ID to the open call", async () => {
  assert.deepEqual(
    await calls(
      { id: "x", name: "ls", args: '{"a"' },
      { id: "x", args: ":1}" },
      { id: "y", name: "read", args: '{"b"' },
      { id: "y", args: ":2}" },
    ),
    BOTH,
  );
  assert.deepEqual(await calls({ name: "ls", args: '{"a"' }, { args: ":1}" }), [BOTH[0]]);
});

test("complete calls with the same index are separate calls", async () => {
  assert.deepEqual(
    await calls({ index: 0, id: "x", name: "ls", args: '{"a":1}' }, { index: 0, id: "y", name: "read", args: '{"b":2}' }),
    BOTH,
  );
  assert.deepEqual(await calls({ index: 0, name: "ls", args: '{"a":1}' }, { index: 0, name: "read", args: '{"b":2}' }), BOTH);
});

test("P17: gives two calls with the same ID different IDs", async () => {
  const { parts } = await weRead(
    MODEL,
    ...events([
      { index: 0, id: "x", name: "ls", args: '{"a":1}' },
      { index: 1, id: "x", name: "read", args: '{"b":2}' },
    ]),
  );
  assert.deepEqual(callsIn(parts), BOTH);
  assert.equal(new Set(parts.flatMap((part) => (part.type === "tool_call" ? [part.id] : []))).size, 2);
});

test("a repeated ID and name do not begin another call", async () => {
  const piece = { index: 0, id: "x", name: "ls" };
  assert.deepEqual(await calls({ ...piece, args: '{"a"' }, { ...piece, args: ":1}" }), [BOTH[0]]);
});

test("a call with a late name includes the earlier pieces", async () => {
  assert.deepEqual(await calls({ index: 0, id: "x", args: '{"a"' }, { index: 0, name: "ls", args: ":1}" }), [BOTH[0]]);
});

test("rejects a call without a name, and emits no call of the response", async () => {
  const { parts, error } = await bothRead(MODEL, ...events([{ index: 0, id: "x", args: "{}" }]));
  assert.equal(error?.code, "transient");
  assert.deepEqual(callsIn(parts), []);
});

test("generates an ID for each call without one", async () => {
  const { parts } = await weRead(
    MODEL,
    ...events([
      { index: 0, name: "ls", args: "{}" },
      { index: 1, name: "ls", args: "{}" },
    ]),
  );
  const ids = parts.flatMap((part) => (part.type === "tool_call" ? [part.id] : []));
  assert.deepEqual(ids, ["call_1", "call_2"]);
});

test("P18: preserves truncated arguments", async () => {
  assert.deepEqual(await calls({ index: 0, id: "x", name: "ls", args: '{"path": "/tm' }), [["ls", '{"path": "/tm']]);
});
