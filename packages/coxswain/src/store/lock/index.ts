export { loadSqlite } from "./load-sqlite.ts";
export { isOfLock, SessionLock } from "./session-lock.ts";
