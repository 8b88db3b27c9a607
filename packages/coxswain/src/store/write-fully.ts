/**
 * Calls `write` until every byte is out: a disk that fills up takes a part first and says so only at the next call.
 * The value is how many bytes are out, with the error that stopped them when these are not all.
 */
export const writeFully = (
  write: (bytes: Uint8Array) => number,
  bytes: Uint8Array,
): { readonly written: number; readonly error?: unknown } => {
  let written = 0;
  try {
    while (written < bytes.length) {
      const count = write(bytes.subarray(written));
      if (count === 0) throw new Error("The disk takes no more bytes.");
      written += count;
    }
    return { written };
  } catch (error) {
    return { written, error };
  }
};
