import type { ImagePart, ModelInfo } from "../../model/index.ts";
import type { Edits } from "../edits.ts";
import type { Invariant } from "../invariant.ts";
import { hasImages, imagesOf, omitImages } from "./omitted-images.ts";
import { imageSize } from "./image-size.ts";

/** In base64 characters: 5 MiB, the limit of Anthropic's API for one image. */
const LARGEST = 5 * 2 ** 20;

/** Maximum pixels per side at Anthropic, Google and Mistral. Tall screenshots exceed it. */
const WIDEST = 8000;

/**
 * Base64 prefixes of the media types that all providers accept. Providers reject an image of another type than
 * declared.
 */
const BEGINNINGS: Readonly<Record<string, string>> = {
  "image/png": "iVBORw0KGgo",
  "image/jpeg": "/9j/",
  "image/gif": "R0lGOD",
  "image/webp": "UklGR",
};

/** Google's models accept all types except GIF. */
const WITHOUT_GIF: ReadonlySet<string> = new Set(["google", "vertex"]);

/** Replaces images that the model cannot read with a note that states the reason. */
export const visibleImages: Invariant = {
  name: "visible images",
  enforce: (messages, { model, edits }) =>
    messages.map((message) => {
      if (!hasImages(message)) return message;
      const countOmitted = (fault: (image: ImagePart) => string | undefined) => () =>
        omitImages(message, (image) => {
          const reason = fault(image);
          if (reason !== undefined) edits.countOmitted(reason);
          return reason;
        });
      // The key includes the model: after a switch to another model without vision, the images are reported again.
      if (!model.vision)
        return edits.once(
          message,
          `no vision ${model.reference}`,
          countOmitted(() => "this model does not support images"),
        );
      const fault = (image: ImagePart): string | undefined => faultFor(model, image) ?? faultOf(image, edits);
      if (!imagesOf(message).some(fault)) return message;
      return edits.once(message, `faulty images ${WITHOUT_GIF.has(model.provider)}`, countOmitted(fault));
    }),
};

const faultFor = ({ provider }: ModelInfo, { mediaType }: ImagePart): string | undefined =>
  mediaType === "image/gif" && WITHOUT_GIF.has(provider) ? "this model does not support GIF images" : undefined;

/** Cached: an image has millions of characters, and every request checks it. */
const faultOf = (image: ImagePart, edits: Edits): string | undefined =>
  edits.once(image, "judged", (): { readonly fault: string | undefined } => ({ fault: judge(image) })).fault;

const judge = ({ mediaType, data }: ImagePart): string | undefined => {
  const beginning = BEGINNINGS[mediaType];
  if (beginning === undefined) return "only PNG, JPEG, GIF and WebP are supported";
  if (!data.startsWith(beginning)) return `its content does not have the type ${mediaType}`;
  if (data.length > LARGEST) return "it is larger than 5 MiB";
  if (!isWholeBase64(data)) return "its content is truncated";
  const size = imageSize(data);
  return size !== undefined && Math.max(size.width, size.height) > WIDEST
    ? `it has ${size.width} by ${size.height} pixels; the maximum side is ${WIDEST}`
    : undefined;
};

/** Compares the decoded length, which invalid characters reduce. This is faster than checking each character. */
const isWholeBase64 = (data: string): boolean => {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  // Node also accepts the two extra characters of base64url.
  return !/[-_]/.test(data) && Buffer.from(data, "base64").length === (data.length / 4) * 3 - padding;
};
