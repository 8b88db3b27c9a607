export { InboxFolder } from "./inbox-folder.ts";
export { InboxWatch } from "./inbox-watch.ts";
export { ownerInbox } from "./owner-inbox.ts";
