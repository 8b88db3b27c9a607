import type { Mutation } from "./mutation.ts";

/** Mutations of the requirements of S2. */
export const S2: readonly Mutation[] = [];
