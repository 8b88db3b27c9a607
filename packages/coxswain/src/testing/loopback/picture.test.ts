import assert from "node:assert/strict";
import { test } from "node:test";
import { dataUrl, pictureOf } from "./picture.ts";
import { base64Of, png } from "./picture.fixture.ts";

test("detects an image by its first bytes, and reads a PNG's longer side", () => {
  assert.deepEqual(pictureOf(png(7, 9)), { type: "image/png", length: 44, side: 9 });
  assert.equal(pictureOf("/9j/AAAA").type, "image/jpeg");
  assert.equal(pictureOf(base64Of("words")).type, undefined);
  for (const data of ["not base64", "AAA", undefined, 7]) assert.deepEqual(pictureOf(data), { type: undefined, length: 0, side: 0 });
});

test("parses a data URL, and returns undefined for another URL", () => {
  assert.deepEqual(dataUrl("data:image/png;base64,AAAA"), { mediaType: "image/png", data: "AAAA" });
  for (const url of ["https://example.com/a.png", "data:text/plain,a", undefined]) assert.equal(dataUrl(url), undefined);
});
