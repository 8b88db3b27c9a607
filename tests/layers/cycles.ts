/** Maps each file to the files that it imports. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** Groups of files that reach each other, by Tarjan's algorithm, in a stable order. */
export const cycles = (graph: Graph): readonly (readonly string[])[] => {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];

  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    let lowest = index;
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, low.get(next) ?? order.get(next) ?? lowest);
    }
    low.set(file, lowest);
    if (lowest === index) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1 || graph.get(file)?.includes(file) === true) groups.push(group.toSorted());
    }
    return lowest;
  };

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return groups.toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
};
