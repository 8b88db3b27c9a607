import type { DatabaseSync } from "node:sqlite";

/** Does all of `work`, or nothing of it. It alone writes meanwhile, and what it reads nobody changes. */
export const transaction = <Value>(database: DatabaseSync, work: () => Value): Value => {
  database.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    database.exec("COMMIT");
    return value;
  } catch (error) {
    // Some faults have ended it already.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
};
