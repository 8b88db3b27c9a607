import type { SyncMoment } from "../loop/index.ts";

/**
 * What of a session survives a loss of power. The end of the process alone loses nothing that was acknowledged, in any case.
 * `full`: all that was acted on. `normal`: a result may be lost, and its call is known to have begun. `off`: whatever the
 * system has written by then; and a run goes on, in memory, while the store takes nothing.
 */
export type Durability = "full" | "normal" | "off";

const SYNCED: Readonly<Record<Durability, readonly SyncMoment[]>> = {
  full: ["message", "intent", "result"],
  normal: ["message", "intent"],
  off: [],
};

/** Whether the disk is waited for at such a moment. */
export const syncsAt = (durability: Durability, moment: SyncMoment): boolean => SYNCED[durability].includes(moment);
