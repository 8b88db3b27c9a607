export { Admissions } from "./admissions.ts";
export { Inbox } from "./inbox.ts";
export type { Receipt } from "./inbox.ts";
export { inboxState, isCancellation, isOfInbox } from "./waiting.ts";
export type { Waiting } from "./waiting.ts";
