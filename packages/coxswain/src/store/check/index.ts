export { checkSession, isIntact } from "./check-session.ts";
export type { SessionCheck } from "./check-session.ts";
export { repairSession } from "./repair-session.ts";
export type { Repair, RepairOptions } from "./repair-session.ts";
