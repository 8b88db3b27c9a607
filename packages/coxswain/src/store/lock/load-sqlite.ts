import type * as Sqlite from "node:sqlite";

/** Loads `node:sqlite` on first use. */
export const loadSqlite = (): typeof Sqlite => {
  const emitWarning = process.emitWarning.bind(process);
  const before = Object.getOwnPropertyDescriptor(process, "emitWarning");
  // Node 22 emits an experimental warning while loading it. Other warnings pass through.
  process.emitWarning = (warning: string | Error, ...rest: never[]): void => {
    if (!String(warning).startsWith("SQLite is an experimental feature")) emitWarning(warning, ...rest);
  };
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    if (before !== undefined) Object.defineProperty(process, "emitWarning", before);
  }
};
