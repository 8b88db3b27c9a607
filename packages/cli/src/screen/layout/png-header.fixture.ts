/** The header of a PNG of this size, in base64: the dimensions are read from it. Each `mark` is another image. */
export const pngHeader = (width: number, height: number, mark = 0): string => {
  const bytes = Buffer.alloc(36);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(mark, 32);
  return bytes.toString("base64");
};
