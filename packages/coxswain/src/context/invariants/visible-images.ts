import type { ImagePart, ModelInfo } from "../../model/index.ts";
import type { Edits } from "../edits.ts";
import type { Invariant } from "../invariant.ts";
import { hasImages, imagesOf, leaveImagesOut } from "./image-left-out.ts";
import { imageSize } from "./image-size.ts";

/** Characters of base64: 5 MiB, what Anthropic's API takes of one image. */
const LARGEST = 5 * 2 ** 20;

/** Pixels of a side, at Anthropic, Google and Mistral. A tall screenshot has more. */
const WIDEST = 8000;

/** How the base64 of each media type begins that all providers take. An image that is not what it says is refused. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  "image/png": "iVBORw0KGgo",
  "image/jpeg": "/9j/",
  "image/gif": "R0lGOD",
  "image/webp": "UklGR",
};

/** Google's models take all but GIF. */
const WITHOUT_GIF: ReadonlySet<string> = new Set(["google", "vertex"]);

/** Each image is one that the model can be shown. Another becomes a text in its place that says why. */
export const visibleImages: Invariant = {
  name: "visible images",
  enforce: (messages, { model, edits }) =>
    messages.map((message) => {
      if (!hasImages(message)) return message;
      const leaveOut = (fault: (image: ImagePart) => string | undefined) => () =>
        leaveImagesOut(message, (image) => {
          const reason = fault(image);
          if (reason !== undefined) edits.leaveOut(reason);
          return reason;
        });
      // By the model's name: who goes on with another blind one is told again.
      if (!model.vision)
        return edits.once(
          message,
          `no vision ${model.reference}`,
          leaveOut(() => "this model does not see images"),
        );
      const fault = (image: ImagePart): string | undefined => faultFor(model, image) ?? faultOf(image, edits);
      if (!imagesOf(message).some(fault)) return message;
      return edits.once(message, `faulty images ${WITHOUT_GIF.has(model.provider)}`, leaveOut(fault));
    }),
};

const faultFor = ({ provider }: ModelInfo, { mediaType }: ImagePart): string | undefined =>
  mediaType === "image/gif" && WITHOUT_GIF.has(provider) ? "this model does not take GIF images" : undefined;

/** Judged once: an image has millions of characters, and is looked at for every request. */
const faultOf = (image: ImagePart, edits: Edits): string | undefined =>
  edits.once(image, "judged", (): { readonly fault: string | undefined } => ({ fault: judge(image) })).fault;

const judge = ({ mediaType, data }: ImagePart): string | undefined => {
  const beginning = BEGINNINGS[mediaType];
  if (beginning === undefined) return "images can be PNG, JPEG, GIF or WebP";
  if (!data.startsWith(beginning)) return `its content is not of the type ${mediaType}`;
  if (data.length > LARGEST) return "it is larger than 5 MiB";
  if (!isWholeBase64(data)) return "its content is not whole";
  const size = imageSize(data);
  return size !== undefined && Math.max(size.width, size.height) > WIDEST
    ? `it has ${size.width} by ${size.height} pixels, and a side may have ${WIDEST}`
    : undefined;
};

/** By its length decoded, in which other characters do not count; that is quicker than to look at each. */
const isWholeBase64 = (data: string): boolean => {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  // Node takes the two characters of base64url, too.
  return !/[-_]/.test(data) && Buffer.from(data, "base64").length === (data.length / 4) * 3 - padding;
};
