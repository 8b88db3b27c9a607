import type { Entry } from "../log/index.ts";

/** A standalone entry. */
export const entry = (fact: { readonly type: string; readonly [field: string]: unknown }): Entry => ({
  seq: 1,
  id: "e",
  parent: null,
  at: 0,
  ...fact,
});
