/** Measures several things `times` times in rotation, after a warm-up round: `{ a: [..], b: [..] }`. */
export const rotate = async <Name extends string, Value>(
  times: number,
  measures: Readonly<Record<Name, () => Promise<Value>>>,
): Promise<Readonly<Record<Name, readonly Value[]>>> => {
  const names = Object.keys(measures) as Name[];
  const found = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
  for (let round = 0; round <= times; round++) {
    for (const name of names) {
      const value = await measures[name]();
      if (round > 0) found[name].push(value);
    }
  }
  return found;
};
