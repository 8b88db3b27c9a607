/** Local time to the minute, as `2026-11-21 12:30`. */
export const minute = (at: number): string => {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace("T", " ");
};
