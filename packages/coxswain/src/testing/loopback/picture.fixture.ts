/** Returns the start of a PNG with the given size, in base64. */
export const png = (width: number, height: number): string => {
  const bytes = Buffer.alloc(33);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString("base64");
};

export const base64Of = (text: string): string => Buffer.from(text).toString("base64");
