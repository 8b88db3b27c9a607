export { Admissions } from "./admissions.ts";
export { Inbox, type Receipt } from "./inbox.ts";
export { inboxState, isCancellation, isOfInbox, type Waiting } from "./waiting.ts";
