const START_BYTES = 32;

/**
 * Splits a stream of bytes into strings at a separator, `
 * ` by default. Parts over `maxBytes` are skipped, and `onTooLong` receives their start.
 */
export async function* splitStream(
  bytes: AsyncIterable<Uint8Array>,
  {
    separator = 10,
    maxBytes,
    onTooLong,
  }: { readonly separator?: number; readonly maxBytes: number; readonly onTooLong?: (start: string) => void },
): AsyncIterable<string> {
  let pending: Buffer[] = [];
  let length = 0;
  const endPart = (end: Uint8Array): string | undefined => {
    const fits = length + end.length <= maxBytes;
    const text = fits ? Buffer.concat([...pending, end]).toString("utf8") : undefined;
    if (!fits) onTooLong?.(Buffer.concat([...pending, end]).toString("utf8", 0, START_BYTES));
    pending = [];
    length = 0;
    return text;
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let at = chunk.indexOf(separator); at !== -1; at = chunk.indexOf(separator, start)) {
      const text = endPart(chunk.subarray(start, at));
      start = at + 1;
      if (text !== undefined) yield text;
    }
    length += chunk.length - start;
    if (length <= maxBytes) pending.push(Buffer.from(chunk.subarray(start)));
  }
  const rest = length > 0 ? endPart(new Uint8Array()) : undefined;
  if (rest !== undefined) yield rest;
}
