export interface StreamEvent {
  readonly type: string;
  /** Any JSON value. */
  readonly data: unknown;
}

/** Parses the events of a stream: two lines each, `event:` and `data:`. Skips truncated events and invalid JSON. */
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
