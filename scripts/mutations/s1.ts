import type { Mutation } from "./mutation.ts";

/** Mutations of the requirements of S1. */
export const S1: readonly Mutation[] = [];
