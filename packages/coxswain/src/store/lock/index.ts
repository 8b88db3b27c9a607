export { isOfLock, SessionLock } from "./session-lock.ts";
