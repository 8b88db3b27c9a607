/** Maximum characters of a line, far above that of a message with images. */
const MAX_LENGTH = 64 * 1024 * 1024;

/** A line; undefined if it was too long. */
export type InputLine = string | undefined;

/** Reads the nonempty lines of a UTF-8 stream without line breaks. The last line needs no line break. */
export async function* readLines(stream: AsyncIterable<string | Uint8Array>, max: number = MAX_LENGTH): AsyncGenerator<InputLine> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let size = 0;

  const append = (text: string): void => {
    size += text.length;
    if (size <= max) parts.push(text);
    else parts = [];
  };
  const finish = (): InputLine => {
    const line = size > max ? undefined : parts.join("");
    parts = [];
    size = 0;
    return line;
  };

  for await (const chunk of stream) {
    const [first = "", ...others] = (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })).split("\n");
    append(first);
    for (const other of others) {
      const line = finish();
      if (line?.trim() !== "") yield line;
      append(other);
    }
  }
  append(decoder.decode());
  const last = finish();
  if (last?.trim() !== "") yield last;
}
