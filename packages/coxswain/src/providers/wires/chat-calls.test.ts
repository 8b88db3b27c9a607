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

/** A stream with the pieces of calls in chunks of their own. */
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

test("pieces go to their places, though they take turns", async () => {
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

test("without a place, pieces go by their id, and without that to the one call that is open", async () => {
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

test("whole calls at one place are as many calls", async () => {
  assert.deepEqual(
    await calls({ index: 0, id: "x", name: "ls", args: '{"a":1}' }, { index: 0, id: "y", name: "read", args: '{"b":2}' }),
    BOTH,
  );
  assert.deepEqual(await calls({ index: 0, name: "ls", args: '{"a":1}' }, { index: 0, name: "read", args: '{"b":2}' }), BOTH);
});

test("P17: two calls of one id are two calls of different ids", async () => {
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

test("an id and a name that are told again with each piece begin no call", async () => {
  const piece = { index: 0, id: "x", name: "ls" };
  assert.deepEqual(await calls({ ...piece, args: '{"a"' }, { ...piece, args: ":1}" }), [BOTH[0]]);
});

test("a call whose name comes late has what came before it", async () => {
  assert.deepEqual(await calls({ index: 0, id: "x", args: '{"a"' }, { index: 0, name: "ls", args: ":1}" }), [BOTH[0]]);
});

test("a call without a name is unreadable, and none of the response is run", async () => {
  const { parts, error } = await bothRead(MODEL, ...events([{ index: 0, id: "x", args: "{}" }]));
  assert.equal(error?.code, "transient");
  assert.deepEqual(callsIn(parts), []);
});

test("calls without an id have one each", async () => {
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

test("P18: arguments that are cut stay as they came", async () => {
  assert.deepEqual(await calls({ index: 0, id: "x", name: "ls", args: '{"path": "/tm' }), [["ls", '{"path": "/tm']]);
});
