import type { Ask } from "./question.ts";

/**
 * An Ask for where nobody can be asked: all that would ask is denied, and the model is told so.
 * @param howToAllow one sentence for the person who reads of it later, as how to allow the tool of this name next time.
 */
export const denyAll = (howToAllow: (tool: string) => string): Ask => {
  const ask: Ask = async ({ tool, reasons, always = false }) => ({
    kind: "unanswered",
    reason:
      `${reasons.join("; ")}, and nobody is here to be asked. Do not try it again in other words: ` +
      `do what you can without it, and say at the end what was left undone. ${always ? "A hook wants it to be asked in any case." : howToAllow(tool)}`,
  });
  return Object.assign(ask, { nobody: true } as const);
};
