/** Groups of candidates, the likelier ones first. */
export interface SearchOptions<Item> {
  /** The items of each group are in the order of the history. */
  readonly groups: readonly (readonly Item[])[];
  /** Returns true if the provider accepts the history without these items. */
  readonly accepted: (without: readonly Item[]) => Promise<boolean>;
  /** Limit of calls of `accepted`. */
  readonly most: number;
}

/**
 * Finds the item that a provider refuses: the first of a group without which it accepts the history. At the limit of calls,
 * returns the items that remain. Returns undefined if no group causes the refusal.
 * @throws the errors of `accepted`
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
    // The history is accepted with the items before `good`, and refused with those before `bad`: of several refused items, this
    // finds the first.
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
