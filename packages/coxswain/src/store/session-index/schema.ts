import type { DatabaseSync } from "node:sqlite";
import { transaction } from "./transaction.ts";

/** Counted up with every change to the tables below, and to what is put into them. */
const VERSION = 2;

/*
 * `sessions`: a row for each session file: what a listing shows, and how far the file was read.
 * `parent`: id of the session that it was forked from, or worked for; `agentNanos`: what its agents took, whose own sessions have it in `spending`.
 * `spending`: what a session's responses took in a quarter of an hour, by model. Every time zone's days consist of whole quarters.
 * Amounts are whole numbers kept as doubles, so that absurd ones in a file are a wrong sum and no error.
 * `texts`: which entry of which session a row of `words` is of. `words`: the texts, and an index of the words in them.
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
    PRIMARY KEY (session, quarter, model, inherited)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE texts (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    entry TEXT NOT NULL,
    at INTEGER NOT NULL,
    speaker TEXT NOT NULL
  ) STRICT;
  CREATE INDEX textsOfSession ON texts (session);
  CREATE VIRTUAL TABLE words USING fts5(text, tokenize = 'unicode61 remove_diacritics 2');
  INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
`;

/** What an index of today says of itself. `reader`: the version of what reads the entries. */
export const indexVersion = (reader: number): number => VERSION * 10_000 + reader;

/** Makes the tables where there are none. False: they are another version's. */
export const prepareTables = (database: DatabaseSync, version: number): boolean => {
  // Of a session that is deleted nothing stays behind in unused pages.
  database.exec("PRAGMA secure_delete = ON");
  if (versionOf(database) === 0) {
    transaction(database, () => {
      // Somebody else may have made them since.
      if (versionOf(database) === 0) database.exec(`${TABLES} PRAGMA user_version = ${version}`);
    });
  }
  return versionOf(database) === version;
};

const versionOf = (database: DatabaseSync): unknown => database.prepare("PRAGMA user_version").get()?.["user_version"];
