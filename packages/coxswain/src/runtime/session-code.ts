/* The code of sessions. The runtime imports it with the first session, because it is half of the library. */
export { Session, sessionFolds } from "../session/index.ts";
export { codeTools } from "../tools/index.ts";
