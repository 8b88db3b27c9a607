import type { SyncMoment } from "../loop/index.ts";

/**
 * Entries that survive a power failure. If only the process ends, no acknowledged entry is lost in any mode.
 * `full`: everything. `normal`: a tool result may be lost, but not the start of its call. `off`: whatever the operating
 * system has written; and if the store fails, runs continue in memory.
 */
export type Durability = "full" | "normal" | "off";

const SYNCED: Readonly<Record<Durability, readonly SyncMoment[]>> = {
  full: ["message", "intent", "result"],
  normal: ["message", "intent"],
  off: [],
};

/** Returns whether to wait for the disk at this moment. */
export const syncsAt = (durability: Durability, moment: SyncMoment): boolean => SYNCED[durability].includes(moment);
