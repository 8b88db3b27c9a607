export interface StreamEvent {
  readonly type: string;
  /** A JSON value. */
  readonly data: unknown;
}

/** The events of a stream: two lines each, `event:` and `data:`. One that was cut off, or is no JSON, is left out. */
export const streamEvents = (stream: string): readonly StreamEvent[] =>
  stream.split(/\r?\n\r?\n/).flatMap((block) => {
    const lines = block.split(/\r?\n/);
    const valueOf = (name: string): string =>
      lines
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim() ?? "";
    const [type, text] = [valueOf("event"), valueOf("data")];
    try {
      return type === "" ? [] : [{ type, data: JSON.parse(text) as unknown }];
    } catch {
      return [];
    }
  });
