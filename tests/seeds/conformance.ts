import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { numbersIn } from "../documents/numbers-in.ts";

export const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** A line that no test below `tests/seeds` shows, and why. */
export interface Elsewhere {
  readonly line: string;
  readonly where: { readonly settledIn: string } | { readonly file: string } | { readonly notYet: true } | { readonly unknown: string };
  readonly why: string;
}

/** All numbered lines of the requirements. */
export const requirements = (): readonly string[] =>
  [...read("docs/requirements.md").matchAll(/^- (S[0-4]-\d{2}) /gm)].map(([, line = ""]) => line);

/** The lines that tests below `tests/seeds` carry in their names. */
export const shown = (): ReadonlySet<string> =>
  new Set(globSync("tests/seeds/**/*.test.ts", { cwd: root }).flatMap((path) => numbersIn(read(path))));

/** The rows of the page. */
export const elsewhere = (page = read("docs/conformance.md")): readonly Elsewhere[] =>
  [...page.matchAll(/^\| *(S\d-\d+) *\| *(.*?) *\| *(.*?) *\|$/gm)].map(([, line = "", where = "", why = ""]) => ({
    line,
    where: placeOf(where),
    why,
  }));

const placeOf = (where: string): Elsewhere["where"] => {
  const [, settledIn] = /^settled in (\d+)$/.exec(where) ?? [];
  if (settledIn !== undefined) return { settledIn };
  const [, file] = /^`([^`]+\.test\.ts)`$/.exec(where) ?? [];
  if (file !== undefined) return { file };
  return where === "not yet" ? { notYet: true } : { unknown: where };
};

/** The numbers of the decision that settles where lines are open or disagree. */
export const settled = (): ReadonlySet<string> =>
  new Set([...read("docs/decisions/0002-one-behaviour-each.md").matchAll(/^(\d+)\. \*\*/gm)].map(([, number = ""]) => number));
