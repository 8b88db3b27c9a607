/** Memoizes an async factory by name. A failed result is not cached. */
export const memoizeAsync = <Made>(): ((name: string, make: () => Promise<Made>) => Promise<Made>) => {
  const made = new Map<string, Promise<Made>>();
  return (name, make) => {
    const existing = made.get(name);
    if (existing !== undefined) return existing;
    const making = make();
    made.set(name, making);
    making.catch(() => made.delete(name));
    return making;
  };
};
