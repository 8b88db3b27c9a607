import type { ImagePart } from "../model/index.ts";
import type { Image } from "./image.ts";
import { LIMITS } from "./limits.ts";

/**
 * Returns an image for the model, or the reason why a provider would reject it. A rejected image in the history would
 * make the session unusable.
 */
export const shownImage = (image: Image, bytes: Uint8Array, name: string): { readonly part: ImagePart } | { readonly problem: string } => {
  const { mediaType } = image;
  const problem = imageProblem(image, bytes.length);
  if (problem !== undefined) return { problem };
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return { part: { type: "image", mediaType, data, name } };
};

const { imageBytes, imageSide } = LIMITS.read;

const imageProblem = ({ width, height, whole }: Image, size: number): string | undefined => {
  if (!whole || width === 0 || height === 0) return "the file is damaged or truncated";
  if (size > imageBytes) return `it is over ${imageBytes} bytes; make it smaller first`;
  if (Math.max(width, height) > imageSide) return `it is over ${imageSide} pixels a side; make it smaller first`;
  return undefined;
};

/** Describes an image: `image/png, 64 x 32, 1234 bytes`. */
export const imageFacts = ({ mediaType, width, height }: Image, bytes: Uint8Array): string =>
  `${mediaType}, ${width} x ${height}, ${bytes.length} bytes`;
