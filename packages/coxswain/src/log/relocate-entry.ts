import type { Entry } from "./entry.ts";

/** From here on the session works in another folder: its project was moved. Holds for all branches. */
export interface RelocateEntry extends Entry {
  readonly type: "relocate";
  /** The folder, absolute. */
  readonly cwd: string;
}

export const isRelocate = (entry: Entry): entry is RelocateEntry => entry.type === "relocate";
