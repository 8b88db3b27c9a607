/** Truncates a line to this many characters. */
export const truncateLine = (line: string, columns: number): string => {
  const characters = Array.from(line);
  return characters.length <= columns ? line : `${characters.slice(0, Math.max(0, columns - 1)).join("")}…`;
};
