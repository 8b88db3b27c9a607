/** A string as the bytes of a blob. */
export interface BlobText {
  readonly bytes: Buffer;
  readonly as?: "base64";
}

/** Encodes a string as the bytes of a blob. Base64 (images and similar) is decoded, which saves a third. */
export const bytesOf = (text: string): BlobText => {
  const decoded = decodeBase64(text);
  return decoded === undefined ? { bytes: Buffer.from(text) } : { bytes: decoded, as: "base64" };
};

export const textOf = ({ bytes, as }: BlobText): string => bytes.toString(as ?? "utf8");

/** Checked first, so that most other strings are not decoded in vain. */
const SAMPLE = /^[A-Za-z0-9+/]{64}/;

const decodeBase64 = (text: string): Buffer | undefined => {
  if (text.length % 4 !== 0 || !SAMPLE.test(text)) return undefined;
  const decoded = Buffer.from(text, "base64");
  return decoded.toString("base64") === text ? decoded : undefined;
};
