export { MailboxFolder } from "./mailbox-folder.ts";
export { MailboxWatch } from "./mailbox-watch.ts";
export { ownerMailbox } from "./owner-mailbox.ts";
