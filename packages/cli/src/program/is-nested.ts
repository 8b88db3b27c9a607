/** Whether a value of JSON has more levels than this: what goes through it level by level would have no room to come back. */
export const isNested = (value: unknown, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isNested(part, levels - 1));
};
