/** One position of a command line. */
export interface Slot {
  /** Literal words. */
  readonly words: readonly string[];
  /** Placeholders in the help, such as `ID`. */
  readonly values: readonly string[];
  /** True if the slot can repeat. */
  readonly repeats: boolean;
}

/**
 * Parses a usage line after the command's name: `cox auth check [PROVIDER ...]` has the slots of the action and a
 * provider. Omits options.
 */
export const slotsOf = (usage: string): readonly Slot[] => {
  const [, , ...tokens] = usage
    .replaceAll(/\[?--?[a-z][a-z-]*(?: [A-Z][A-Z|]*| [a-z]+(?:\|[a-z]+)+)?\]?/g, "")
    .split(" ")
    .map((token) => token.replaceAll(/[[\]]/g, ""))
    .filter((token) => token !== "");
  return tokens.flatMap((token, at) => {
    if (token === "...") return [];
    const names = token.split("|");
    const words = names.filter((name) => /^[a-z][a-z-]*$/.test(name));
    const values = names.filter((name) => /^[A-Z]+$/.test(name));
    return [{ words, values, repeats: tokens[at + 1] === "..." }];
  });
};

/** Returns the slots that can follow these words in any matching usage line. */
export const slotsAfter = (usage: readonly string[], previous: readonly string[]): readonly Slot[] =>
  usage.map(slotsOf).flatMap((slots) => {
    const at = (index: number): Slot | undefined => slots[index] ?? (slots.at(-1)?.repeats === true ? slots.at(-1) : undefined);
    const fits = previous.every((word, index) => {
      const slot = at(index);
      return slot !== undefined && (slot.values.length > 0 || slot.words.includes(word));
    });
    const next = fits ? at(previous.length) : undefined;
    return next === undefined ? [] : [next];
  });
