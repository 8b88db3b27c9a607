/** The image properties that the four providers validate. */
export interface Picture {
  /** The type by its first bytes, such as `image/png`; undefined if it is not an image or not base64. */
  readonly type: string | undefined;
  /** Number of base64 characters. */
  readonly length: number;
  /** Pixels of a PNG's longer side; 0 for other formats. */
  readonly side: number;
}

const BEGINNINGS: readonly (readonly [string, string])[] = [
  ["\x89PNG", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF8", "image/gif"],
  ["RIFF", "image/webp"],
];

export const pictureOf = (data: unknown): Picture => {
  if (typeof data !== "string" || data.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(data))
    return { type: undefined, length: 0, side: 0 };
  const bytes = Buffer.from(data.slice(0, 64), "base64");
  const head = bytes.toString("latin1");
  const type = BEGINNINGS.find(([beginning]) => head.startsWith(beginning))?.[1];
  const side = type === "image/png" && bytes.length >= 24 ? Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) : 0;
  return { type, length: data.length, side };
};

/** Parses a URL such as `data:image/png;base64,AAAA`; undefined for another kind of URL. */
export const dataUrl = (url: unknown): { readonly mediaType: string; readonly data: string } | undefined => {
  if (typeof url !== "string") return undefined;
  const comma = url.indexOf(",");
  const mediaType = /^data:([^;,]+);base64$/.exec(url.slice(0, comma))?.[1];
  return mediaType === undefined ? undefined : { mediaType, data: url.slice(comma + 1) };
};
