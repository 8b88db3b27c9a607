import { isCompaction, isReset } from "../context/index.ts";
import type { Fold } from "../log/index.ts";

/** Whether the conversation has been compacted since it began anew, also where that was taken back. */
export const compacted: Fold<boolean> = {
  name: "compacted",
  initial: false,
  apply: (state, entry) => (state ? !isReset(entry) : isCompaction(entry)),
};
