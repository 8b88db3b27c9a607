/** Yields every string in a value, including keys. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      yield key;
      yield* textsIn(item);
    }
  }
}

/** Estimates a value's JSON size by the bytes of its strings. */
export const bytesIn = (value: unknown): number => {
  let bytes = 0;
  for (const text of textsIn(value)) bytes += Buffer.byteLength(text);
  return bytes;
};

export const hasHalfPairs = (value: unknown): boolean => {
  for (const text of textsIn(value)) if (!text.isWellFormed()) return true;
  return false;
};
