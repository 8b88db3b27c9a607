import type { Ask } from "./question.ts";

/**
 * An Ask for runs without a user: denies every question and gives the model the reason.
 * @param howToAllow one sentence for the user on how to allow this tool next time.
 */
export const denyAll = (howToAllow: (tool: string) => string): Ask => {
  const ask: Ask = async ({ tool, reasons, always = false }) => ({
    kind: "unanswered",
    reason:
      `${reasons.join("; ")}, and no user is available to approve it. Do not retry it in another form. ` +
      `Do what you can without it, and report at the end any part that you could not do. ${always ? "A hook requires approval of this call." : howToAllow(tool)}`,
  });
  return Object.assign(ask, { nonInteractive: true } as const);
};
