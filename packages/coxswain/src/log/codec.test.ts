import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeEntry, decodeHeader, encode } from "./codec.ts";
import type { Entry } from "./entry.ts";
import { LogFormatError } from "./errors.ts";
import { assertWritable, FORMAT, FORMAT_VERSION, type Header } from "./header.ts";

const HEADER: Header = { format: FORMAT, version: FORMAT_VERSION, id: "one", cwd: "/project", at: 5 };
const ENTRY: Entry = { seq: 0, id: "a", parent: null, at: 5, type: "note" };

/** Arbitrary strings: JavaScript strings may contain lone surrogates too. */
const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
const json = fc.jsonValue({ stringUnit: "binary" });

const foreign = fc.dictionary(text, json);
const envelope = fc.record({ seq: fc.maxSafeNat(), id: text, parent: fc.option(text), at: fc.integer(), type: text });
const entries = fc.tuple(foreign, envelope).map(([fields, stamp]): Entry => Object.assign(fields, stamp));

test("L17: an entry of any type, with any fields and strings, survives a round trip", () => {
  fc.assert(
    fc.property(entries, (entry) => {
      const line = encode(entry);
      assert.equal(line.includes("\n"), false);
      assert.equal(encode(decodeEntry(line) as Entry), line);
    }),
  );
});

test("a line contains no lone surrogate, which UTF-8 cannot encode", () => {
  fc.assert(fc.property(text, (id) => assert.ok(encode({ ...ENTRY, id }).isWellFormed())));
});

test("L6: U+2028, U+2029, NUL and line ends inside a string do not end the line", () => {
  const id = "\u2028 \u2029 \0 \n \r\n";
  const line = encode({ ...ENTRY, id });
  assert.equal(line.split("\n").length, 1);
  assert.equal(decodeEntry(line)?.id, id);
});

test("a decoded entry is frozen", () => {
  assert.ok(Object.isFrozen(decodeEntry(encode(ENTRY))));
});

test("L6: decoding a line without a valid entry returns undefined and does not throw", () => {
  const lines = ["", " ", "null", "7", '"text"', "[]", "{}", "[[[[", "{", '{"seq":0', "\ufeff", "\0".repeat(64), "NaN", "{'seq':0}"];
  for (const line of lines) assert.equal(decodeEntry(line), undefined, line);
});

test("L6: an entry requires each envelope field with its type", () => {
  const wrong: Record<string, unknown>[] = [
    { seq: "0" },
    { seq: 0.5 },
    { seq: undefined },
    { id: 7 },
    { parent: undefined },
    { parent: 7 },
    { at: "now" },
    { type: null },
  ];
  for (const fields of wrong) assert.equal(decodeEntry(JSON.stringify({ ...ENTRY, ...fields })), undefined, JSON.stringify(fields));
});

test("L6: no line makes the codec throw, and no random line decodes as an entry", () => {
  fc.assert(fc.property(fc.oneof(text, fc.json()), (line) => assert.equal(decodeEntry(line), undefined)));
});

test("a header survives a round trip, with unknown fields", () => {
  const header = { ...HEADER, parent: { session: "zero", entry: null }, colour: "green" };
  assert.deepEqual(decodeHeader(encode(header)), header);
});

test("L7: a line that is not a header throws a LogFormatError", () => {
  const lines = ["", "{}", "null", encode(ENTRY), encode(HEADER).slice(0, -1), encode({ ...HEADER, id: 7 } as unknown as Header)];
  for (const line of lines) assert.throws(() => decodeHeader(line), LogFormatError, line);
});

test("L17: a header of a newer format can be read, but its log cannot be written", () => {
  const newer = decodeHeader(encode({ ...HEADER, version: FORMAT_VERSION + 1 }));
  assert.equal(newer.version, FORMAT_VERSION + 1);
  assert.throws(() => assertWritable(newer), { code: "log_format", message: /has format 2, .* Update Coxswain/ });
  assert.doesNotThrow(() => assertWritable(HEADER));
});
