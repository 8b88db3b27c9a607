import type { Entry } from "./entry.ts";

/** Changes the session's folder from here on, because its project was moved. Applies to all branches. */
export interface RelocateEntry extends Entry {
  readonly type: "relocate";
  /** Absolute path. */
  readonly cwd: string;
}

export const isRelocate = (entry: Entry): entry is RelocateEntry => entry.type === "relocate";
