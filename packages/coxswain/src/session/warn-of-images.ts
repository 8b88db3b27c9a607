import type { SessionJournal } from "../journal/index.ts";

/** Tells the person that the model is not shown images of theirs, or of a tool's. */
export const warnOfImages = (leftOut: ReadonlyMap<string, number>, journal: Pick<SessionJournal, "emit">): void => {
  for (const [reason, count] of leftOut) {
    const what = count === 1 ? "An image is" : `${count} images are`;
    journal.emit({ type: "warning", message: `${what} left out of what the model is sent: ${reason}.` });
  }
};
