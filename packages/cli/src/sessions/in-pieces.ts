/** Approximate characters of a chunk. */
const PIECE = 64 * 1024;

/** Joins small chunks of text into larger ones. */
export async function* inPieces(text: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const part of text) {
    parts.push(part);
    length += part.length;
    if (length < PIECE) continue;
    yield parts.join("");
    parts = [];
    length = 0;
  }
  if (length > 0) yield parts.join("");
}
