export { Admissions } from "./admissions.ts";
export { inboxState, isCancellation, isOfInbox } from "./inbox-state.ts";
export type { Waiting } from "./inbox-state.ts";
export { Inbox } from "./inbox.ts";
export type { Cancellation, Receipt } from "./inbox.ts";
