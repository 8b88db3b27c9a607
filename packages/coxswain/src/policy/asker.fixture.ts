import type { Asker } from "./policy-gate.ts";

/** A session's own agent. */
export const ASKER: Asker = { sessionId: "s", root: "s" };
