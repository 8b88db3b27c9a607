export { findSession, SessionChoiceError } from "./find-session.ts";
export { sessionsAction } from "./sessions-action.ts";
