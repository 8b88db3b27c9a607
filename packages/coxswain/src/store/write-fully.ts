/**
 * Calls `write` until all bytes are written: a full disk accepts a part first and fails at the next call. Returns the
 * number of bytes written, with the error if it is not all of them.
 */
export const writeFully = (
  write: (bytes: Uint8Array) => number,
  bytes: Uint8Array,
): { readonly written: number; readonly error?: unknown } => {
  let written = 0;
  try {
    while (written < bytes.length) {
      const count = write(bytes.subarray(written));
      if (count === 0) throw new Error("The disk accepts no more bytes.");
      written += count;
    }
    return { written };
  } catch (error) {
    return { written, error };
  }
};
