import type { Output } from "../../output/index.ts";
import { outputTo } from "./output-to.ts";

/** The output of messages while a screen may be shown: they go to the transcript, which would not survive other output. */
export interface ScreenOutput {
  readonly output: Output;
  /** Prints messages from now on in a transcript. Undefined: writes them to the process's own stream. */
  print: ((text: string) => void) | undefined;
}

/** @param own the process's own stream */
export const screenOutput = (own: Output): ScreenOutput => {
  const write = (text: string): void => {
    if (routed.print === undefined) own.write(text);
    else routed.print(text.replace(/\n$/, ""));
  };
  const routed: ScreenOutput = {
    output: outputTo(write, { columns: () => own.columns, isTerminal: own.isTerminal }),
    print: undefined,
  };
  return routed;
};
