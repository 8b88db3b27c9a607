import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutation, parseMutations } from "./mutation.ts";

const TABLES = ["s0", "s1", "s2", "s3", "s4"];

/** At least one mutation of each requirement that the library meets, in the order of the requirements. */
export const MUTATIONS: readonly Mutation[] = TABLES.flatMap((name) =>
  parseMutations(readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8")),
);
