import type { Fold } from "../log/index.ts";
import { isReset } from "./reset-entry.ts";

/** The first entry of a path that its projection still needs: the last reset. Null: it needs all of them. */
export const horizon: Fold<string | null> = {
  name: "horizon",
  initial: null,
  apply: (state, entry) => (isReset(entry) ? entry.id : state),
};
