import type { Ask } from "./question.ts";

/**
 * An Ask for runs without a user: denies every question and gives the model the reason.
 * @param howToAllow one sentence for the user on how to allow this tool next time.
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
