const BEGINNING = 32;

/**
 * Splits a stream of bytes into strings at a separator, `
 * ` by default. Pieces over `maxBytes` are skipped, and `onTooLong` receives their start.
 */
export async function* pieces(
  bytes: AsyncIterable<Uint8Array>,
  {
    separator = 10,
    maxBytes,
    onTooLong,
  }: { readonly separator?: number; readonly maxBytes: number; readonly onTooLong?: (beginning: string) => void },
): AsyncIterable<string> {
  let begun: Buffer[] = [];
  let length = 0;
  const take = (end: Uint8Array): string | undefined => {
    const fits = length + end.length <= maxBytes;
    const text = fits ? Buffer.concat([...begun, end]).toString("utf8") : undefined;
    if (!fits) onTooLong?.(Buffer.concat([...begun, end]).toString("utf8", 0, BEGINNING));
    begun = [];
    length = 0;
    return text;
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let at = chunk.indexOf(separator); at !== -1; at = chunk.indexOf(separator, start)) {
      const text = take(chunk.subarray(start, at));
      start = at + 1;
      if (text !== undefined) yield text;
    }
    length += chunk.length - start;
    if (length <= maxBytes) begun.push(Buffer.from(chunk.subarray(start)));
  }
  const rest = length > 0 ? take(new Uint8Array()) : undefined;
  if (rest !== undefined) yield rest;
}
