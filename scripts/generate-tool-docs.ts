import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { limitsTable } from "../packages/coxswain/src/tools/limits-table.ts";

// Puts the built-in tools' limits into docs/tools.md, between its two marks.
const path = join(import.meta.dirname, "..", "docs", "tools.md");
const page = readFileSync(path, "utf8");
const updated = page.replace(
  /(<!-- limits -->)[^]*(<!-- \/limits -->)/,
  (_, start: string, end: string) => `${start}\n\n${limitsTable()}\n\n${end}`,
);
writeFileSync(path, updated);
