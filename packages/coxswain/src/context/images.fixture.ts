import type { ImagePart } from "../model/index.ts";

/** Headers of images of a given size, as far as a header parser reads. */
export const pictures = {
  png: (width: number, height: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return image("image/png", bytes);
  },
  gif: (width: number, height: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write("GIF89a", "latin1");
    bytes.writeUInt16LE(width, 6);
    bytes.writeUInt16LE(height, 8);
    return image("image/gif", bytes);
  },
  jpeg: (width: number, height: number) => {
    const preview = Buffer.concat([Buffer.from([0xff, 0xe1, 0x40, 0x00]), Buffer.alloc(0x3ffe)]);
    const frame = Buffer.from([0xff, 0xff, 0xc2, 0x00, 0x11, 0x08, height >> 8, height & 255, width >> 8, width & 255]);
    return image("image/jpeg", Buffer.concat([Buffer.from([0xff, 0xd8]), preview, frame, Buffer.alloc(16)]));
  },
  webp: (width: number, height: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write("RIFF\0\0\0\0WEBPVP8X", "latin1");
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
    return image("image/webp", bytes);
  },
  losslessWebp: (width: number, height: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write("RIFF\0\0\0\0WEBPVP8L", "latin1");
    bytes.writeUInt32LE(((height - 1) << 14) | (width - 1), 21);
    return image("image/webp", bytes);
  },
  lossyWebp: (width: number, height: number) => {
    const bytes = Buffer.alloc(32);
    bytes.write("RIFF\0\0\0\0WEBPVP8 ", "latin1");
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
    return image("image/webp", bytes);
  },
} satisfies Record<string, (width: number, height: number) => ImagePart>;

const image = (mediaType: string, bytes: Buffer): ImagePart => ({ type: "image", mediaType, data: bytes.toString("base64") });
