import type { ProcessContext } from "./surroundings.ts";

/** Whether there is a person to ask: at a terminal that they see and can type at. */
export const isPersonThere = ({ stdin, stdout, stderr }: ProcessContext): boolean => stdin.isTTY && stdout.isTerminal && stderr.isTerminal;

/** Whether a person at a terminal says yes to a question; no is the default. */
export const agrees = async ({ stdin, stderr }: Pick<ProcessContext, "stdin" | "stderr">, question: string): Promise<boolean> => {
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
