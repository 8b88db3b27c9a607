import { dataUrl, pictureOf } from "./picture.ts";
import type { WireError } from "./wire.ts";

/**
 * Returns OpenAI's error for an image in a data URL, if any:
 * https://platform.openai.com/docs/guides/images-vision#image-input-requirements
 */
export const openAIImageFault = (url: unknown): Pick<WireError, "message" | "code"> | undefined => {
  const image = dataUrl(url);
  if (image === undefined)
    return { message: "Invalid image URL. Expected a valid URL, but got a value with an invalid format.", code: "invalid_value" };
  const { type, length } = pictureOf(image.data);
  if (type === undefined && length === 0) return { message: "Invalid base64 image_url.", code: "invalid_base64" };
  if (type === undefined || !image.mediaType.startsWith("image/")) {
    return {
      message:
        "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      code: "invalid_image_format",
    };
  }
  return undefined;
};
