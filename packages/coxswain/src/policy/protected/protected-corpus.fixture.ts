import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The commands of a table, one per line; ⏎ is a line break. */
export const protectedCorpus = (name: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, "corpus", `${name}.txt`), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => line.replaceAll("⏎", "\n"));
