import type { Session } from "../session.ts";
import type { LabelEntry } from "../../journal/index.ts";

/** Bookmarks an entry; null takes the bookmark away. @throws {ClosedError} */
export const label = async (session: Session, entryId: string, text: string | null): Promise<void> => {
  await session.append<LabelEntry>({ type: "label", target: entryId, label: text });
};
