/**
 * Returns whether a JSON value is nested deeper than `levels`. Recursion over deeper values could overflow the stack.
 */
export const isNested = (value: unknown, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isNested(part, levels - 1));
};
