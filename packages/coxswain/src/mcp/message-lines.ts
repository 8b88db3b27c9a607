export interface LineReceiver {
  line(text: string): void;
  /** A line is longer than the limit. The rest of it is skipped. */
  tooLong(): void;
  /** The end of such a line has arrived. */
  skipped(): void;
}

/** Splits a stream into lines of at most `limit` bytes. Memory does not exceed the limit by more than one chunk. */
export const messageLines = (limit: number, receiver: LineReceiver): { push(data: Buffer): void } => {
  let parts: Buffer[] = [];
  let length = 0;
  let over = false;
  return {
    push(data) {
      for (let from = 0; from < data.length;) {
        const end = data.indexOf(0x0a, from);
        const part = data.subarray(from, end === -1 ? undefined : end);
        if (!over && length + part.length > limit) {
          over = true;
          parts = [];
          receiver.tooLong();
        }
        if (!over) parts.push(part);
        length += part.length;
        if (end === -1) return;
        if (over) receiver.skipped();
        const text = Buffer.concat(parts).toString("utf8").trim();
        parts = [];
        length = 0;
        over = false;
        from = end + 1;
        if (text !== "") receiver.line(text);
      }
    },
  };
};
