export { MailboxFolder } from "./mailbox-folder.ts";
export { MailboxWatch, ownerMailbox } from "./mailbox-watch.ts";
