import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImagePart } from "../../model/index.ts";
import { facts } from "../facts.fixture.ts";
import { BLIND, png, result, user } from "../messages.fixture.ts";
import { visibleImages } from "./visible-images.ts";

const shown = (image: ImagePart, known = facts()) => visibleImages.enforce([user("Look:", image, "Well?")], known)[0]?.content;

test("S2-18, S1-45: a model without vision gets a text in the image's place", () => {
  assert.deepEqual(shown(png("shot.png"), facts({ model: BLIND })), [
    { type: "text", text: "Look:" },
    { type: "text", text: '[Image "shot.png" (image/png) left out: this model does not see images]' },
    { type: "text", text: "Well?" },
  ]);
});

test("a model with vision gets the message as it is", () => {
  const message = result("1", png());
  assert.equal(visibleImages.enforce([message], facts())[0], message);
});

const faulty: Record<string, ImagePart> = {
  "without content": { type: "image", mediaType: "image/png", data: "" },
  "of a type that providers refuse": { type: "image", mediaType: "image/svg+xml", data: "PHN2Zz4=" },
  "that is not of the type it claims": { type: "image", mediaType: "image/jpeg", data: png().data },
  "larger than 5 MiB": png("huge.png", 5 * 2 ** 20 + 1),
};

for (const [what, image] of Object.entries(faulty)) {
  test(`T17: an image ${what} does not poison the history`, () => {
    const content = shown(image);
    assert.equal(content?.[1]?.type, "text");
    assert.match(JSON.stringify(content), /left out: /);
  });
}
