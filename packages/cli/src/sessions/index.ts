export { findSession, SessionChoiceError } from "./find-session.ts";
export { describeChoice, sessionChoice } from "./session-choice.ts";
export { sessionAccess } from "./session-access.ts";
export { sessionsAction } from "./sessions-action.ts";
export { titleOf } from "./session-table.ts";
