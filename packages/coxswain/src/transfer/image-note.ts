import type { ImagePart } from "../model/index.ts";

/** Returns a placeholder for an image that is not shown. */
export const imageNote = ({ mediaType, data, name }: ImagePart): string => {
  const called = typeof name === "string" ? `${name}, ` : "";
  return `image: ${called}${mediaType}, ${Math.floor((data.length * 3) / 4)} bytes`;
};
