import type * as Sqlite from "node:sqlite";

/** `node:sqlite`, which costs nothing before it is asked for. */
export const loadSqlite = (): typeof Sqlite => {
  const emitWarning = process.emitWarning.bind(process);
  const before = Object.getOwnPropertyDescriptor(process, "emitWarning");
  // Node 22 warns that it is experimental, once and while it loads. Whatever else is said then is said.
  process.emitWarning = (warning: string | Error, ...rest: never[]): void => {
    if (!String(warning).startsWith("SQLite is an experimental feature")) emitWarning(warning, ...rest);
  };
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    if (before !== undefined) Object.defineProperty(process, "emitWarning", before);
  }
};
