import type { ImagePart } from "../../model/index.ts";
import type { Invariant } from "../invariant.ts";
import { hasImages, imagesOf, leaveImagesOut } from "./image-left-out.ts";

/** Characters of base64: 5 MiB, what Anthropic's API takes of one image. */
const LARGEST = 5 * 2 ** 20;

/** How the base64 of each media type begins that all providers take. An image that is not what it says is refused. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  "image/png": "iVBORw0KGgo",
  "image/jpeg": "/9j/",
  "image/gif": "R0lGOD",
  "image/webp": "UklGR",
};

/** Each image is one that the model can be shown. Another becomes a text in its place that says why. */
export const visibleImages: Invariant = {
  name: "visible images",
  enforce: (messages, { model, edits }) =>
    messages.map((message) => {
      if (!hasImages(message)) return message;
      if (!model.vision) return edits.once(message, "no vision", () => leaveImagesOut(message, () => "this model does not see images"));
      return imagesOf(message).some(fault) ? edits.once(message, "faulty images", () => leaveImagesOut(message, fault)) : message;
    }),
};

const fault = ({ mediaType, data }: ImagePart): string | undefined => {
  const beginning = BEGINNINGS[mediaType];
  if (beginning === undefined) return "images can be PNG, JPEG, GIF or WebP";
  if (!data.startsWith(beginning)) return `its content is not of the type ${mediaType}`;
  return data.length > LARGEST ? "it is larger than 5 MiB" : undefined;
};
