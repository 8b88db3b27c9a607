import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { pictures } from "../images.fixture.ts";
import { imageSize } from "./image-size.ts";

for (const [kind, picture] of Object.entries(pictures)) {
  test(`reads the size of a ${kind} from its first bytes`, () => {
    for (const [width, height] of [
      [1, 1],
      [1920, 1080],
      [8001, 300],
    ] as const)
      assert.deepEqual(imageSize(picture(width, height).data), { width, height });
  });
}

test("T17: returns undefined for truncated bytes and bytes that are not an image", () => {
  const beginnings = fc.constantFrom("iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "");
  fc.assert(fc.property(beginnings, fc.base64String(), (beginning, rest) => void imageSize(beginning + rest)));
  assert.equal(imageSize("iVBORw0KGgo"), undefined);
  assert.equal(imageSize("not base64!"), undefined);
});
