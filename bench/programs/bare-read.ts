// Reads a file of JSON lines and parses each. Argument: the file.
import { readFileSync } from "node:fs";

const entries = readFileSync(process.argv[2] ?? "", "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as unknown);
if (entries.length === 0) throw new Error("There is nothing in it.");
