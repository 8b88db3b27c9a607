export { compactionObjects } from "./compaction-objects.ts";
export { initObject } from "./init-object.ts";
export { messageObject } from "./message-object.ts";
export { modeNamed, claudeMode } from "./claude-modes.ts";
export { partialEvents } from "./partial-events.ts";
export { askObject, replyObject } from "./question-objects.ts";
export { retryObject } from "./retry-object.ts";
export { resultObject } from "./result-object.ts";
export { taskObject } from "./task-object.ts";
