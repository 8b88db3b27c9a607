import type { DatabaseSync } from "node:sqlite";

/** Increased with every change to the tables or to their content. */
const VERSION = 5;

/*
 * `sessions`: one row per session file, with the fields of a listing and the position up to which the file was read.
 * `parent`: id of the session that it was forked from, or of the parent agent. `agentNanos`: cost of its sub-agents,
 * whose own sessions contain it in `spending`. `unpriced`: number of responses without a known price, those of sub-agents included.
 * `spending`: a session's usage per quarter of an hour and model. The days of every time zone consist of whole quarters.
 * Amounts are integers stored as doubles, so that absurd amounts in a file cause a wrong sum, not an error.
 * `passages`: the session and entry of each row of `words`. `typed`: length of the prompt with which it begins, in UTF-16 units;
 * 0: none. `words`: the strings, and an index of their words.
 */
const TABLES = `
  CREATE TABLE sessions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,
    id TEXT NOT NULL,
    cwd TEXT,
    project TEXT,
    kind TEXT,
    parent TEXT,
    created INTEGER,
    updated REAL NOT NULL,
    title TEXT,
    opening TEXT,
    model TEXT,
    messages INTEGER NOT NULL,
    nanos REAL NOT NULL,
    agentNanos REAL NOT NULL,
    unpriced REAL NOT NULL,
    problem TEXT,
    size INTEGER NOT NULL,
    changed REAL NOT NULL,
    device REAL NOT NULL,
    inode REAL NOT NULL,
    offset INTEGER NOT NULL,
    markAt INTEGER NOT NULL,
    mark BLOB NOT NULL,
    inheritsUntil TEXT
  ) STRICT;
  CREATE INDEX sessionsById ON sessions (id);
  CREATE INDEX agentsOfSession ON sessions (parent) WHERE kind = 'subagent';
  CREATE TABLE spending (
    session INTEGER NOT NULL,
    quarter INTEGER NOT NULL,
    model TEXT NOT NULL,
    inherited INTEGER NOT NULL,
    responses REAL NOT NULL,
    input REAL NOT NULL,
    cacheRead REAL NOT NULL,
    cacheWrite REAL NOT NULL,
    output REAL NOT NULL,
    reasoning REAL NOT NULL,
    nanos REAL NOT NULL,
    unpriced REAL NOT NULL,
    PRIMARY KEY (session, quarter, model, inherited)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE passages (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    entry TEXT NOT NULL,
    at INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    typed INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX passagesOfSession ON passages (session);
  CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'unicode61 remove_diacritics 2');
  INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
`;

/** Version of an index. `reader`: version of the entry reader. */
export const indexVersion = (reader: number): number => VERSION * 10_000 + reader;

/** Creates the tables if needed. Returns false if they have another version. */
export const prepareTables = (database: DatabaseSync, version: number): boolean => {
  // Deleted sessions must not remain in unused pages.
  database.exec("PRAGMA secure_delete = ON");
  if (versionOf(database) === 0) {
    transaction(database, () => {
      // Another process may have created them in the meantime.
      if (versionOf(database) === 0) database.exec(`${TABLES} PRAGMA user_version = ${version}`);
    });
  }
  return versionOf(database) === version;
};

const versionOf = (database: DatabaseSync): unknown => database.prepare("PRAGMA user_version").get()?.["user_version"];

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
