import type { ImagePart, ModelInfo } from "../../model/index.ts";
import type { Invariant } from "../invariant.ts";
import { hasImages, imagesOf, omitImages } from "./omitted-images.ts";

/** Maximum images in a request. With more, Anthropic's API rejects images of over 2000 pixels. */
export const MOST_IMAGES = 20;

/** Tokens per image, and the share of the model's window that all images may occupy. */
const IMAGE_TOKENS = 1_600;
const MOST_OF_WINDOW = 1 / 4;

/** Maximum base64 characters in a request: with the text, below the 20 MB of inline data that Gemini's API accepts. */
export const MOST_BYTES = 15 * 2 ** 20;

/**
 * Share of the limit that remains when images are dropped, so that the prompt's prefix does not change with each new
 * image.
 */
const REMAINING_SHARE = 3 / 4;

/**
 * Limits the images of a request to those that the provider accepts and the model's window has room for. Placeholders
 * replace the oldest images, several at a time.
 */
export const imageLimits: Invariant = {
  name: "image limits",
  enforce(messages, { edits, model }) {
    let old = countOld(messages.filter(hasImages).flatMap(imagesOf), mostFor(model));
    if (old === 0) return messages;
    return messages.map((message) => {
      const count = Math.min(old, imagesOf(message).length);
      if (count === 0) return message;
      old -= count;
      return edits.once(message, `${count} old images`, () => omitImages(message, (_, at) => (at < count ? TOO_OLD : undefined)));
    });
  },
  /** A new image may displace old ones. */
  mayFollow: (messages) => !messages.some(hasImages),
};

const TOO_OLD = "the request has the maximum number of images, and newer ones have priority";

const mostFor = ({ contextWindow = 0 }: ModelInfo): number => {
  const room = contextWindow > 0 ? Math.floor((contextWindow * MOST_OF_WINDOW) / IMAGE_TOKENS) : MOST_IMAGES;
  return Math.min(Math.max(room, 1), MOST_IMAGES);
};

/** Returns the number of images to omit, oldest first: the same number as if the images had arrived one by one. */
const countOld = (images: readonly ImagePart[], most: number): number => {
  let old = 0;
  let bytes = 0;
  const exceeds = (at: number, share: number) => at + 1 - old > most * share || bytes > MOST_BYTES * share;
  for (const [at, { data }] of images.entries()) {
    bytes += data.length;
    if (!exceeds(at, 1)) continue;
    while (old < at && exceeds(at, REMAINING_SHARE)) bytes -= images[old++]?.data.length ?? 0;
  }
  return old;
};
