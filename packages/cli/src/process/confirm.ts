import type { ProcessContext } from "./process-context.ts";

/** Returns true if stdin, stdout and stderr are terminals, so that a user can answer. */
export const isInteractive = ({ stdin, stdout, stderr }: ProcessContext): boolean => stdin.isTTY && stdout.isTerminal && stderr.isTerminal;

/** Asks a yes-or-no question at the terminal. The default is no. */
export const confirm = async ({ stdin, stderr }: Pick<ProcessContext, "stdin" | "stderr">, question: string): Promise<boolean> => {
  const { createInterface } = await import("node:readline/promises");
  stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: stdin });
  try {
    for await (const line of lines) return /^y(es)?$/i.test(line.trim());
    return false;
  } finally {
    lines.close();
  }
};
