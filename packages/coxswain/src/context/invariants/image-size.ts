/** Width and height of an image, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Base64 characters searched for a JPEG's size, which may follow a preview and colour profiles. */
const HEAD = 256 * 1024;

/** Reads the size from the first bytes of a base64 PNG, GIF, WebP or JPEG. Returns undefined when it is not found. */
export const imageSize = (base64: string): ImageSize | undefined => {
  const bytes = Buffer.from(base64.slice(0, base64.startsWith("/9j/") ? HEAD : 64), "base64");
  if (bytes.length < 30) return undefined;
  switch (bytes.toString("latin1", 0, 3)) {
    case "\x89PN":
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    case "GIF":
      return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    case "RIF":
      return webpSize(bytes);
    case "\xff\xd8\xff":
      return jpegSize(bytes);
    default:
      return undefined;
  }
};

const webpSize = (bytes: Buffer): ImageSize | undefined => {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
};

/** Walks the segments up to the frame header. */
const jpegSize = (bytes: Buffer): ImageSize | undefined => {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
};

/** SOF0 to SOF15, without the table markers in that range. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
