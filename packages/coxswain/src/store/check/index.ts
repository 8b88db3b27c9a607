export { checkSession, isSound, type SessionCheck } from "./check-session.ts";
export { type Repair, type RepairOptions, repairSession } from "./repair-session.ts";
