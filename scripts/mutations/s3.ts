import type { Mutation } from "./mutation.ts";

/** Mutations of the requirements of S3. */
export const S3: readonly Mutation[] = [];
