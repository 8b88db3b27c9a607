export { contextAction } from "./context-action.ts";
export { contextPicture } from "./context-picture.ts";
export { sessionContext } from "./session-context.ts";
