import type { Entry } from "../log/index.ts";

/** Where session files come from that can be imported. */
export const ORIGINS = ["coxswain", "pi", "claude", "codex"] as const;
export type Origin = (typeof ORIGINS)[number];

/** The session was written by another program, and was imported up to here. */
export interface ImportEntry extends Entry {
  readonly type: "import";
  readonly from: Origin;
  /** Its id there. */
  readonly session: string;
  /** What could not be carried over: how many of each kind. */
  readonly left: Readonly<Record<string, number>>;
}
