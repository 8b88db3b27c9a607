import assert from "node:assert/strict";
import { test } from "node:test";
import { readImage } from "./image.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const jpegHead = "ffd8 ffe0 0010 4a46494600010100000100010000 ffc4 0004 0000 ffc2 0011 08 0020 0030 03";

const CASES: readonly (readonly [name: string, bytes: Buffer, size: readonly [string, number, number, boolean]])[] = [
  ["GIF", hex("474946383961 0300 0200 00 00 00 3b"), ["image/gif", 3, 2, true]],
  ["truncated GIF", hex("474946383961 0300 0200 00 00 00"), ["image/gif", 3, 2, false]],
  ["JPEG, progressive, with other segments before", hex(`${jpegHead} ffd9`), ["image/jpeg", 48, 32, true]],
  ["truncated JPEG", hex(jpegHead), ["image/jpeg", 48, 32, false]],
  ["JPEG with only its signature", hex("ffd8ff"), ["image/jpeg", 0, 0, false]],
  ["WebP, lossy", hex("52494646 16000000 57454250 56503820 0a000000 000000 9d012a 0500 0700"), ["image/webp", 5, 7, true]],
  ["WebP, lossless", hex("52494646 11000000 57454250 5650384c 05000000 2f 04800100"), ["image/webp", 5, 7, true]],
  ["WebP, extended", hex("52494646 16000000 57454250 56503858 0a000000 00000000 040000 060000"), ["image/webp", 5, 7, true]],
];

for (const [name, bytes, size] of CASES) {
  test(`T17: detects format, size and completeness: ${name}`, () => {
    const image = readImage(bytes);
    assert.deepEqual([image?.mediaType, image?.width, image?.height, image?.whole], size);
  });
}

test("returns undefined for other formats", () => {
  assert.equal(readImage(Buffer.from("%PDF-1.7")), undefined);
  assert.equal(readImage(Buffer.alloc(0)), undefined);
});
