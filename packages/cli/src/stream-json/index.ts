export {
  compactionObjects,
  initObject,
  askObject,
  replyObject,
  retryObject,
  taskObject,
  systemObject,
  SYSTEM_SUBTYPES,
} from "./system-objects.ts";
export { messageObject } from "./message-object.ts";
export { findMode, claudeMode } from "./permission-modes.ts";
export { partialEvents } from "./partial-events.ts";
export { resultObject } from "./result-object.ts";
