export { loadSqlite } from "./load-sqlite.ts";
export { OwnerFiles } from "./owner-files.ts";
export { isLockFile, SessionLock, sessionOwner } from "./session-lock.ts";
