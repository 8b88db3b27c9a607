export { loadSqlite } from "./load-sqlite.ts";
export { OwnerFiles } from "./owner-files.ts";
export { isOfLock, SessionLock } from "./session-lock.ts";
