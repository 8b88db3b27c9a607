/** Something that may be to blame, in groups: the likelier ones first. */
export interface SearchOptions<Item> {
  /** In each group, the items are in the order of the history. */
  readonly groups: readonly (readonly Item[])[];
  /** Whether the history is taken without these. */
  readonly accepted: (without: readonly Item[]) => Promise<boolean>;
  /** How often that may be asked. */
  readonly most: number;
}

/**
 * Finds what a history is refused for: the first item of a group without which the history is taken. When it may not be
 * asked any more, those of which one is to blame. Undefined when no group is to blame.
 * @throws what `accepted` throws
 */
export const bisect = async <Item>({ groups, accepted, most }: SearchOptions<Item>): Promise<readonly Item[] | undefined> => {
  let asked = 0;
  const ask = (without: readonly Item[]): Promise<boolean> => {
    asked += 1;
    return accepted(without);
  };
  for (const group of groups) {
    if (asked >= most) return undefined;
    if (group.length === 0 || !(await ask(group))) continue;
    // With what is before `good` the history is taken, with what is before `bad` it is not: however many are to blame, there is
    // a first one.
    let good = 0;
    let bad = group.length;
    while (bad - good > 1 && asked < most) {
      const middle = Math.ceil((good + bad) / 2);
      if (await ask(group.slice(middle))) good = middle;
      else bad = middle;
    }
    return group.slice(good, bad);
  }
  return undefined;
};
