import type { Draft, Entry } from "../log/index.ts";
import { isValidEntry } from "./is-sound.ts";

/** @throws {TypeError} for what is not what its type says: it could not be read again. */
export const assertValidEntry = (draft: Draft): void => {
  if (draft.type === "leaf") throw new TypeError('A session goes back by `fork(entry, { into: "here" })`.');
  if (typeof draft.type !== "string") throw new TypeError("What is to be appended has no type.");
  if (!isValidEntry(draft as unknown as Entry)) throw new TypeError(`What is to be appended is no "${draft.type}".`);
};
