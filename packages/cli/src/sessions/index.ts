export { chosenSession, findSession, SessionChoiceError } from "./find-session.ts";
export { describeChoice, sessionChoice } from "./session-choice.ts";
export type { SessionAccess } from "./session-access.ts";
export { sessionsAction, withSessionAccess } from "./sessions-action.ts";
export { titleOf } from "./session-table.ts";
