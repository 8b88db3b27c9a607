import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The commands of a table, a line each; ⏎ is the end of a line. */
export const protectedCorpus = (name: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, "corpus", `${name}.txt`), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => line.replaceAll("⏎", "\n"));
