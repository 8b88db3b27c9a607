import { basename, isAbsolute, sep } from "node:path";
import type { SQLInputValue } from "node:sqlite";
import { projectFolder } from "../project-folder.ts";

/** Which sessions are meant. All that is said holds at once. */
export interface SessionFilter {
  /** The folder that a session works in, absolute. */
  readonly cwd?: string;
  /** An absolute path: that folder and those in it. Else a name, upper case or lower: the last part of the folder's or the project's. */
  readonly project?: string;
  /** A part of the reference of a model that answered, or answers next, upper case or lower. */
  readonly model?: string;
}

/** A condition of SQL with its values, to be joined to others. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** The filter as conditions on a row `s` of sessions. */
export const sessionConditions = (directory: string, { cwd, project, model }: SessionFilter): readonly Condition[] => [
  ...(cwd === undefined ? [] : [ofFolder(directory, cwd)]),
  ...(project === undefined ? [] : [isAbsolute(project) ? below(project) : named(project)]),
  ...(model === undefined ? [] : [withModel(model)]),
];

/** `WHERE` and what follows it; nothing when there is no condition. */
export const where = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.length === 0 ? "" : `WHERE ${conditions.map(({ sql }) => `(${sql})`).join(" AND ")}`,
  values: conditions.flatMap(({ values }) => values),
});

/** The condition that a value brings, if there is one. */
export const given = (sql: string, value: SQLInputValue | undefined): readonly Condition[] =>
  value === undefined ? [] : [{ sql, values: [value] }];

/** A session whose header cannot be read is of the folder that its file stands in. */
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
