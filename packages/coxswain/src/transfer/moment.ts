/** Formats a time as `2026-11-21 12:30:05` in UTC. Omits an invalid time, which a damaged log may contain. */
export const moment = (at: number): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
};
