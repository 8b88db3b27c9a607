import type { DatabaseSync } from "node:sqlite";

/** Runs `work` in an exclusive write transaction: all of its changes are applied, or none. */
export const transaction = <Value>(database: DatabaseSync, work: () => Value): Value => {
  database.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    database.exec("COMMIT");
    return value;
  } catch (error) {
    // Some errors have already ended it.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
};
