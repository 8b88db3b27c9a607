import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decodeText, encodeText, type Encoding } from "./text-file.ts";

const CASES: readonly (readonly [name: string, bytes: Buffer, encoding: Encoding, text: string])[] = [
  ["UTF-8", Buffer.from("grün €"), "utf-8", "grün €"],
  ["UTF-8 with a byte order mark", Buffer.from("\uFEFFgrün"), "utf-8", "grün"],
  ["UTF-16, little-endian", Buffer.from("\uFEFFgrün😀", "utf16le"), "utf-16le", "grün😀"],
  ["UTF-16, big-endian", Buffer.from("\uFEFFgrün", "utf16le").swap16(), "utf-16be", "grün"],
  ["Latin-1", Buffer.from("grün", "latin1"), "latin-1", "grün"],
  ["an empty file", Buffer.alloc(0), "utf-8", ""],
];

for (const [name, bytes, encoding, text] of CASES) {
  test(`T13: reads ${name} as text and encodes it to the same bytes`, () => {
    const file = decodeText(bytes);
    assert.ok(file);
    assert.deepEqual([file.encoding, file.text], [encoding, text]);
    assert.deepEqual(Buffer.from(encodeText(file) ?? []), bytes);
  });
}

test("T13: every file that decodes as text encodes to the same bytes", () => {
  const marks = fc.constantFrom([], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]);
  fc.assert(
    fc.property(marks, fc.uint8Array({ max: 255 }), (mark, rest) => {
      const bytes = Uint8Array.from([...mark, ...rest]);
      const file = decodeText(bytes);
      if (file !== undefined) assert.deepEqual(Uint8Array.from(encodeText(file) ?? []), bytes);
    }),
  );
});

test("bytes with a NUL are binary, and encoding fails for characters that the encoding cannot represent", () => {
  assert.equal(decodeText(Buffer.from("a\0b")), undefined);
  assert.equal(encodeText({ text: "€", encoding: "latin-1", mark: false }), undefined);
});
