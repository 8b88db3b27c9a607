/** Thinking levels, lowest first. */
export const THINKING_LEVELS = ["off", "minimal", "low", "medium", "high", "xhigh"] as const;
export type Thinking = (typeof THINKING_LEVELS)[number];

export const isThinking = (value: string): value is Thinking => (THINKING_LEVELS as readonly string[]).includes(value);

/** Returns the offered level nearest to the requested one, the lower of two; `off` when the model offers none. */
export const clampThinking = (requested: Thinking, offered: readonly Thinking[]): Thinking => {
  const requestedIndex = THINKING_LEVELS.indexOf(requested);
  const distance = (level: Thinking) => Math.abs(THINKING_LEVELS.indexOf(level) - requestedIndex);
  const inOrder = offered.toSorted((one, other) => THINKING_LEVELS.indexOf(one) - THINKING_LEVELS.indexOf(other));
  return (
    inOrder.reduce<Thinking | undefined>(
      (best, level) => (best === undefined || distance(level) < distance(best) ? level : best),
      undefined,
    ) ?? "off"
  );
};
