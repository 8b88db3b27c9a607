const UNITS = [
  [86_400_000, "days"],
  [3_600_000, "h"],
  [60_000, "min"],
] as const;

/** Formats milliseconds in the largest unit of which there are two: `90 s`, `2 min`, `36 h`. */
export const formatDuration = (ms: number): string => {
  const [size, name] = UNITS.find(([unit]) => ms >= 2 * unit) ?? [1_000, "s"];
  const count = ms / size;
  return `${count < 10 ? Number(count.toFixed(1)) : Math.round(count)} ${name}`;
};
