import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { numbersIn } from "../documents/numbers-in.ts";

export const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** A row of docs/conformance.md: a requirement that no test below `tests/seeds` covers. */
export interface Row {
  readonly line: string;
  readonly where: { readonly settledIn: string } | { readonly file: string } | { readonly notYet: true } | { readonly unknown: string };
  readonly reason: string;
}

/** Numbers of all requirements. */
export const requirements = (): readonly string[] =>
  [...read("docs/requirements.md").matchAll(/^- (S[0-4]-\d{2}) /gm)].map(([, line = ""]) => line);

/** Requirements that names of tests below `tests/seeds` contain. */
export const testedRequirements = (): ReadonlySet<string> =>
  new Set(globSync("tests/seeds/**/*.test.ts", { cwd: root }).flatMap((path) => numbersIn(read(path))));

/** Parses the rows of docs/conformance.md. */
export const rowsOf = (page = read("docs/conformance.md")): readonly Row[] =>
  [...page.matchAll(/^\| *(S\d-\d+) *\| *(.*?) *\| *(.*?) *\|$/gm)].map(([, line = "", where = "", reason = ""]) => ({
    line,
    where: parseWhere(where),
    reason,
  }));

const parseWhere = (where: string): Row["where"] => {
  const [, settledIn] = /^settled in (\d+)$/.exec(where) ?? [];
  if (settledIn !== undefined) return { settledIn };
  const [, file] = /^`([^`]+\.test\.ts)`$/.exec(where) ?? [];
  if (file !== undefined) return { file };
  return where === "not yet" ? { notYet: true } : { unknown: where };
};

/** Numbers of the sections of the decision on open and contradictory requirements. */
export const decisionNumbers = (): ReadonlySet<string> =>
  new Set([...read("docs/decisions/0002-one-behaviour-each.md").matchAll(/^(\d+)\. \*\*/gm)].map(([, number = ""]) => number));
