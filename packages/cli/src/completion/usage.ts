/** What may stand at one place of a command line. */
export interface Slot {
  /** Words as they are. */
  readonly words: readonly string[];
  /** What stands for any others in the help, as `ID`. */
  readonly values: readonly string[];
  /** Whether as many as one likes may follow. */
  readonly repeats: boolean;
}

/** The places of a way to call a command, after its name: of `cox auth check [PROVIDER ...]` the action and a provider. Options are left out. */
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

/** What may come after these words, by every way to call the command that they fit. */
export const slotsAfter = (usage: readonly string[], given: readonly string[]): readonly Slot[] =>
  usage.map(slotsOf).flatMap((slots) => {
    const at = (index: number): Slot | undefined => slots[index] ?? (slots.at(-1)?.repeats === true ? slots.at(-1) : undefined);
    const fits = given.every((word, index) => {
      const slot = at(index);
      return slot !== undefined && (slot.values.length > 0 || slot.words.includes(word));
    });
    const next = fits ? at(given.length) : undefined;
    return next === undefined ? [] : [next];
  });
