/** How much a model is to reason before it answers, least first. */
export const THINKING_LEVELS = ["off", "minimal", "low", "medium", "high", "xhigh"] as const;
export type Thinking = (typeof THINKING_LEVELS)[number];

export const isThinking = (value: string): value is Thinking => (THINKING_LEVELS as readonly string[]).includes(value);

/** The level nearest to the wanted one that the model offers, the lower one of two; `off` when it offers none. */
export const clampThinking = (wanted: Thinking, offered: readonly Thinking[]): Thinking => {
  const place = THINKING_LEVELS.indexOf(wanted);
  const distance = (level: Thinking) => Math.abs(THINKING_LEVELS.indexOf(level) - place);
  const inOrder = offered.toSorted((one, other) => THINKING_LEVELS.indexOf(one) - THINKING_LEVELS.indexOf(other));
  return (
    inOrder.reduce<Thinking | undefined>(
      (best, level) => (best === undefined || distance(level) < distance(best) ? level : best),
      undefined,
    ) ?? "off"
  );
};
