export {
  askObject,
  compactionObjects,
  initObject,
  questionObject,
  questionReplyObject,
  replyObject,
  retryObject,
  taskObject,
} from "./system-objects.ts";
export { messageObject } from "./message-object.ts";
export { findMode, claudeMode } from "./permission-modes.ts";
export { partialEvents } from "./partial-events.ts";
export { resultObject } from "./result-object.ts";
export { STREAM_OBJECTS, type StreamObject, systemObject } from "./stream-object.ts";
