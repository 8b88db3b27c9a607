import type { OwnerMailbox } from "../../log/index.ts";
import { MailboxFolder } from "./mailbox-folder.ts";
import type { MailboxWatch } from "./mailbox-watch.ts";

/** Returns the mailbox of a session's log, for the session's owner. */
export const ownerMailbox = (log: string, watch: MailboxWatch): OwnerMailbox => {
  const mailbox = new MailboxFolder(log);
  return {
    receive: (accepts) => mailbox.receive(accepts),
    drop: (id, how = "done") => mailbox.drop(id, how),
    watch: (onMessages) => watch.add(mailbox, onMessages),
  };
};
