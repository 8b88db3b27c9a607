import type { ImagePart } from "../model/index.ts";
import { LIMITS } from "./limits.ts";

/** Image properties from its header bytes. `problem` is set if a provider would reject the image. */
export interface Image {
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly width: number;
  readonly height: number;
  /** True if the file is not truncated. */
  readonly whole: boolean;
}

/** Returns undefined for all formats except PNG, JPEG, GIF and WebP. Ignores the file name. */
export const readImage = (bytes: Uint8Array): Image | undefined => {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(data, "\x89PNG\r\n\x1a\n")) return png(data);
  if (startsWith(data, "\xff\xd8\xff")) return jpeg(data);
  if (startsWith(data, "GIF87a") || startsWith(data, "GIF89a")) return gif(data);
  if (startsWith(data, "RIFF") && data.toString("latin1", 8, 12) === "WEBP") return webp(data);
  return undefined;
};

const startsWith = (data: Buffer, magic: string): boolean => data.toString("latin1", 0, magic.length) === magic;

/** Reads an integer. Returns 0 beyond the end of a truncated file. */
const at = (data: Buffer, offset: number, bytes: number, order: "BE" | "LE"): number => {
  if (offset < 0 || offset + bytes > data.length) return 0;
  return order === "BE" ? data.readUIntBE(offset, bytes) : data.readUIntLE(offset, bytes);
};

const png = (data: Buffer): Image => ({
  mediaType: "image/png",
  width: at(data, 16, 4, "BE"),
  height: at(data, 20, 4, "BE"),
  whole: data.includes("IEND", Math.max(8, data.length - 64), "latin1"),
});

const gif = (data: Buffer): Image => ({
  mediaType: "image/gif",
  width: at(data, 6, 2, "LE"),
  height: at(data, 8, 2, "LE"),
  whole: data.includes(0x3b, Math.max(13, data.length - 64)),
});

/** Reads the size from the first frame header: marker 0xC0 to 0xCF, except three markers with another meaning. */
const jpeg = (data: Buffer): Image => {
  let width = 0;
  let height = 0;
  for (let offset = 2; at(data, offset, 1, "BE") === 0xff; offset += 2 + at(data, offset + 2, 2, "BE")) {
    const marker = at(data, offset + 1, 1, "BE");
    if (marker < 0xc0 || marker > 0xcf || [0xc4, 0xc8, 0xcc].includes(marker)) {
      if (at(data, offset + 2, 2, "BE") < 2) break;
      continue;
    }
    height = at(data, offset + 5, 2, "BE");
    width = at(data, offset + 7, 2, "BE");
    break;
  }
  return { mediaType: "image/jpeg", width, height, whole: data.lastIndexOf("\xff\xd9", undefined, "latin1") > 0 };
};

const webp = (data: Buffer): Image => {
  const whole = data.length >= at(data, 4, 4, "LE") + 8;
  const kind = data.toString("latin1", 12, 16);
  if (kind === "VP8X") return { mediaType: "image/webp", width: at(data, 24, 3, "LE") + 1, height: at(data, 27, 3, "LE") + 1, whole };
  if (kind === "VP8L") {
    const bits = at(data, 21, 4, "LE");
    return { mediaType: "image/webp", width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, whole };
  }
  return { mediaType: "image/webp", width: at(data, 26, 2, "LE") & 0x3fff, height: at(data, 28, 2, "LE") & 0x3fff, whole };
};

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
