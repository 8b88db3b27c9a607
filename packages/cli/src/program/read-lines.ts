/** Characters of a line: more than a message with its images has. */
const MAX = 64 * 1024 * 1024;

/** A line; undefined stands for one that is too long. */
export type InputLine = string | undefined;

/** The lines of a stream in UTF-8, without their ends and without empty ones, as they come. One that has no end counts. */
export async function* readLines(stream: AsyncIterable<string | Uint8Array>, max: number = MAX): AsyncGenerator<InputLine> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let size = 0;

  const take = (text: string): void => {
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
    take(first);
    for (const other of others) {
      const line = finish();
      if (line?.trim() !== "") yield line;
      take(other);
    }
  }
  take(decoder.decode());
  const last = finish();
  if (last?.trim() !== "") yield last;
}
