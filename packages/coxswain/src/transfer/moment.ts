/** A time as `2026-11-21 12:30:05` in UTC; one that is none, as a damaged log may hold, is left out. */
export const moment = (at: number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
};
