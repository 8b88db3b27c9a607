import type { ImagePart } from "../../model/index.ts";
import type { Invariant } from "../invariant.ts";
import { hasImages, imagesOf, leaveImagesOut } from "./image-left-out.ts";

/** Images in a request. With more, Anthropic's API refuses those of over 2000 pixels. */
export const MOST_IMAGES = 20;

/** Characters of base64 in a request: with the text below the 20 MB that Gemini's API takes inline. */
export const MOST_BYTES = 15 * 2 ** 20;

/** What is kept at least when something has to go, so that the prompt's prefix does not change with each new image. */
const KEPT = 3 / 4;

/** A request has no more images than a provider takes. The oldest become a text, some at a time. */
export const imageLimits: Invariant = {
  name: "image limits",
  enforce(messages, { edits }) {
    let old = countOld(messages.filter(hasImages).flatMap(imagesOf));
    if (old === 0) return messages;
    return messages.map((message) => {
      const count = Math.min(old, imagesOf(message).length);
      if (count === 0) return message;
      old -= count;
      return edits.once(message, `${count} old images`, () => leaveImagesOut(message, (_, at) => (at < count ? TOO_OLD : undefined)));
    });
  },
  /** A new image may push old ones out. */
  mayFollow: (messages) => !messages.some(hasImages),
};

const TOO_OLD = "there are newer ones, and a request can have only so many";

/** How many of the images, oldest first, are left out: as many as would have been if they had come one by one. */
const countOld = (images: readonly ImagePart[]): number => {
  let old = 0;
  let bytes = 0;
  const exceeds = (at: number, share: number) => at + 1 - old > MOST_IMAGES * share || bytes > MOST_BYTES * share;
  for (const [at, { data }] of images.entries()) {
    bytes += data.length;
    if (!exceeds(at, 1)) continue;
    while (old < at && exceeds(at, KEPT)) bytes -= images[old++]?.data.length ?? 0;
  }
  return old;
};
