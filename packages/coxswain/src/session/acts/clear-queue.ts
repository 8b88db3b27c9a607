import type { Session } from "../session.ts";

/** Drops all that was said and waits, and tells how much that was. The run goes on. */
export const clearQueue = (session: Session): number => {
  const { waiting } = session;
  for (const input of waiting) input.cancel("The queue was cleared.");
  return waiting.length;
};
