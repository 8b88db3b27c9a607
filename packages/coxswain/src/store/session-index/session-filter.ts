import { basename, isAbsolute, sep } from "node:path";
import type { SQLInputValue } from "node:sqlite";
import { projectFolder } from "../session-file.ts";

/** Selects sessions. All conditions must match. */
export interface SessionFilter {
  /** Absolute path of the session's working folder. */
  readonly cwd?: string;
  /**
   * An absolute path selects that folder and its subfolders. Otherwise, the last part of the folder's or project's
   * name, ignoring case.
   */
  readonly project?: string;
  /** Part of a model reference, ignoring case: a model that has responded, or the current one. */
  readonly model?: string;
}

/** An SQL condition with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Converts a filter to conditions on a row `s` of `sessions`. */
export const sessionConditions = (directory: string, { cwd, project, model }: SessionFilter): readonly Condition[] => [
  ...(cwd === undefined ? [] : [ofFolder(directory, cwd)]),
  ...(project === undefined ? [] : [isAbsolute(project) ? below(project) : named(project)]),
  ...(model === undefined ? [] : [withModel(model)]),
];

/** Returns a `WHERE` clause, or nothing without conditions. */
export const where = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.length === 0 ? "" : `WHERE ${conditions.map(({ sql }) => `(${sql})`).join(" AND ")}`,
  values: conditions.flatMap(({ values }) => values),
});

/** Returns the condition if there is a value for it. */
export const ifPresent = (sql: string, value: SQLInputValue | undefined): readonly Condition[] =>
  value === undefined ? [] : [{ sql, values: [value] }];

/** A session with an unreadable header belongs to the folder that contains its file. */
const ofFolder = (directory: string, cwd: string): Condition => {
  const folder = `${basename(projectFolder(directory, cwd))}/`;
  return { sql: "s.cwd = ? OR (s.cwd IS NULL AND substr(s.path, 1, length(?)) = ?)", values: [cwd, folder, folder] };
};

const below = (path: string): Condition => {
  const folder = path.endsWith(sep) ? path : path + sep;
  return { sql: "s.cwd = ? OR substr(s.cwd, 1, length(?)) = ?", values: [path, folder, folder] };
};

const named = (name: string): Condition => {
  const end = `/${name}`;
  const ends = (column: string): string => `substr('/' || replace(${column}, '\\', '/'), -length(?)) = ? COLLATE NOCASE`;
  return { sql: `${ends("s.cwd")} OR ${ends("s.project")}`, values: [end, end, end, end] };
};

const withModel = (part: string): Condition => ({
  sql: `instr(lower(s.model), lower(?)) > 0
    OR EXISTS (SELECT 1 FROM spending p WHERE p.session = s.number AND instr(lower(p.model), lower(?)) > 0)`,
  values: [part, part],
});
