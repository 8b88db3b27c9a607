import { Writable } from "node:stream";
import { Output } from "../../output/index.ts";

export interface OutputToOptions {
  /** Width that messages wrap to. Read for each message. */
  readonly columns: () => number;
  readonly isTerminal: boolean;
}

/** An output whose text goes to a function instead of a stream of the process. */
export const outputTo = (take: (text: string) => void, { columns, isTerminal }: OutputToOptions): Output => {
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      take(text);
      done();
    },
  });
  Object.defineProperties(stream, { isTTY: { value: isTerminal }, columns: { get: columns } });
  return new Output(() => stream);
};
