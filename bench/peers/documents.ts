import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Results } from "./results.ts";
import { allTables, shortTables } from "./tables.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const START = "<!-- bench:peers -->";
const END = "<!-- /bench:peers -->";

/** The documents that show a measurement, and what they show of it. */
export const DOCUMENTS: Readonly<Record<string, (results: Results) => string>> = {
  "README.md": shortTables,
  "docs/peers.md": allTables,
};

export const readDocument = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Replaces the text between the markers. @throws {Error} if the document does not have both markers */
export const withTables = (document: string, tables: string): string => {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start < 0 || end < start) throw new Error(`The document has no ${START} before ${END}.`);
  return `${document.slice(0, start + START.length)}\n\n${tables}\n\n${document.slice(end)}`;
};

/** Writes the tables of a measurement into all documents. */
export const writeDocuments = (results: Results): void => {
  for (const [path, tables] of Object.entries(DOCUMENTS)) writeFileSync(join(ROOT, path), withTables(readDocument(path), tables(results)));
};

/** The latest measurement in `bench/peers/results`. @throws {Error} if there is none */
export const latestResults = (): Results => {
  const latest = globSync("results/*.json", { cwd: import.meta.dirname })
    .toSorted()
    .at(-1);
  if (latest === undefined) throw new Error("There are no results. Run npm run bench:peers.");
  return JSON.parse(readFileSync(join(import.meta.dirname, latest), "utf8")) as Results;
};

/** Saves a measurement under its date. Returns the path, relative to the checkout. */
export const saveResults = (results: Results): string => {
  const path = `bench/peers/results/${results.date}.json`;
  // One line per run keeps changes readable.
  const json = JSON.stringify(results, undefined, 2).replaceAll(/\{\s*"wallMs"[^{}]*\}/g, (run) => run.replaceAll(/\s+/g, " "));
  writeFileSync(join(ROOT, path), `${json}\n`);
  return path;
};
