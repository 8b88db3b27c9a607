import type { Mutation } from "./mutation.ts";

/** Mutations of the requirements of S4. */
export const S4: readonly Mutation[] = [];
