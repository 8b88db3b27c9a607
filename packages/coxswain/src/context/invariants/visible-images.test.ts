import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImagePart } from "../../model/index.ts";
import { facts } from "../facts.fixture.ts";
import { pictures } from "../images.fixture.ts";
import { BLIND, MODEL, png, result, user } from "../messages.fixture.ts";
import { visibleImages } from "./visible-images.ts";

const shown = (image: ImagePart, context = facts()) => visibleImages.enforce([user("Look:", image, "Well?")], context)[0]?.content;

test("S2-18, S1-45: a note replaces an image for a model without vision", () => {
  assert.deepEqual(shown(png("shot.png"), facts({ model: BLIND })), [
    { type: "text", text: "Look:" },
    { type: "text", text: '[Image "shot.png" (image/png) omitted: this model does not support images]' },
    { type: "text", text: "Well?" },
  ]);
});

test("does not change the message for a model with vision", () => {
  const message = result("1", png());
  assert.equal(visibleImages.enforce([message], facts())[0], message);
});

const faulty: Record<string, ImagePart> = {
  "without content": { type: "image", mediaType: "image/png", data: "" },
  "of a type that providers refuse": { type: "image", mediaType: "image/svg+xml", data: "PHN2Zz4=" },
  "that is not of the type it claims": { type: "image", mediaType: "image/jpeg", data: png().data },
  "larger than 5 MiB": png("huge.png", 5 * 2 ** 20 + 4),
  "in base64 that is not whole": { ...png(), data: `${png().data}A` },
  "in base64 with other characters in it": { ...png(), data: `${png().data}AA\nA` },
};

for (const [what, image] of Object.entries(faulty)) {
  test(`T17: an image ${what} does not break the history`, () => {
    const content = shown(image);
    assert.equal(content?.[1]?.type, "text");
    assert.match(JSON.stringify(content), /omitted: /);
  });
}

for (const [kind, picture] of Object.entries(pictures)) {
  test(`T17: a ${kind} with a side of more than 8000 pixels does not break the history`, () => {
    assert.match(JSON.stringify(shown(picture(300, 8001))), /300 by 8001 pixels/);
    assert.equal(shown(picture(8000, 8000))?.[1]?.type, "image");
  });
}

test("omits a GIF only for Google's models", () => {
  const gif = pictures.gif(10, 10);
  assert.equal(shown(gif)?.[1]?.type, "image");
  assert.match(JSON.stringify(shown(gif, facts({ model: { ...MODEL, provider: "google" } }))), /does not support GIF/);
});
