import type { OwnerMailbox } from "../../log/index.ts";
import { InboxFolder } from "./inbox-folder.ts";
import type { InboxWatch } from "./inbox-watch.ts";

/** The inbox beside a session's log, as its owner has it. */
export const ownerInbox = (log: string, watch: InboxWatch): OwnerMailbox => {
  const inbox = new InboxFolder(log);
  return {
    take: (wanted) => inbox.take(wanted),
    drop: (id, how = "done") => inbox.drop(id, how),
    watch: (waits) => watch.add(inbox, waits),
  };
};
