/** What a server sees of an image: none of the four providers decodes more before it refuses. */
export interface Picture {
  /** By its first bytes, as `image/png`; undefined for anything that is no picture, or no base64. */
  readonly type: string | undefined;
  /** Characters of base64. */
  readonly length: number;
  /** Pixels of the longer side, where it is a PNG; else 0. */
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

/** The parts of `data:image/png;base64,AAAA`; undefined for another kind of address. */
export const dataUrl = (url: unknown): { readonly mediaType: string; readonly data: string } | undefined => {
  if (typeof url !== "string") return undefined;
  const comma = url.indexOf(",");
  const mediaType = /^data:([^;,]+);base64$/.exec(url.slice(0, comma))?.[1];
  return mediaType === undefined ? undefined : { mediaType, data: url.slice(comma + 1) };
};
