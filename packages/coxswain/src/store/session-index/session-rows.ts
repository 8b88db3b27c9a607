import type { Stats } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { EXTENSION } from "../session-file.ts";
import { type Growth, type IndexPosition, START, timestampOf } from "./growth.ts";

/** Index state of a session file: its identity, and the position up to which it was read. */
export interface IndexedFile extends IndexPosition {
  readonly number: number;
  readonly path: string;
  /** -1 if the file is not fully indexed. */
  readonly size: number;
  readonly changed: number;
  readonly device: number;
  readonly inode: number;
}

/** Returns true if the file is as it was when read. A replacement has another change time. */
export const isUnchanged = (indexed: Pick<IndexedFile, "size" | "changed">, { size, ctimeMs }: Stats): boolean =>
  indexed.size === size && indexed.changed === ctimeMs;

/** Rows of sessions, for use in a transaction. */
export interface SessionRows {
  of(path: string): IndexedFile | undefined;
  /** Adds a session without any data. */
  add(path: string): IndexedFile;
  /** Adds the data read from the file that `stats` describes. */
  grow(indexed: IndexedFile, growth: Growth, stats: Stats): void;
  remove(number: number): void;
}

export const sessionRows = (database: DatabaseSync): SessionRows => {
  const select = database.prepare(
    "SELECT number, path, size, changed, device, inode, offset, markAt, mark, inheritsUntil FROM sessions WHERE path = ?",
  );
  const insert = database.prepare(`
    INSERT INTO sessions (path, id, updated, messages, nanos, agentNanos, unpriced, size, changed, device, inode, offset, markAt, mark)
    VALUES (?, ?, 0, 0, 0, 0, 0, -1, 0, 0, 0, ?, ?, ?)`);
  const update = database.prepare(`
    UPDATE sessions SET
      cwd = coalesce(:movedTo, :cwd, cwd), project = ifnull(:project, project), kind = ifnull(:kind, kind), parent = ifnull(:parent, parent),
      created = ifnull(:created, created), updated = :updated, title = ifnull(:title, title),
      opening = ifnull(opening, :opening), model = ifnull(:model, model), messages = messages + :messages, nanos = nanos + :nanos,
      agentNanos = agentNanos + :agentNanos, unpriced = unpriced + :unpriced, problem = CASE WHEN :fromStart THEN :problem ELSE problem END, size = :size, changed = :changed, device = :device, inode = :inode,
      offset = :offset, markAt = :markAt, mark = :mark, inheritsUntil = :inheritsUntil
    WHERE number = :number`);
  const spend = database.prepare(`
    INSERT INTO spending (session, quarter, model, inherited, responses, input, cacheRead, cacheWrite, output, reasoning, nanos, unpriced)
    VALUES (:session, :quarter, :model, :inherited, :responses, :input, :cacheRead, :cacheWrite, :output, :reasoning, :nanos, :unpriced)
    ON CONFLICT DO UPDATE SET
      responses = responses + excluded.responses, input = input + excluded.input, cacheRead = cacheRead + excluded.cacheRead,
      cacheWrite = cacheWrite + excluded.cacheWrite, output = output + excluded.output, reasoning = reasoning + excluded.reasoning,
      nanos = nanos + excluded.nanos, unpriced = unpriced + excluded.unpriced`);
  const addText = database.prepare("INSERT INTO passages (session, entry, at, speaker, typed) VALUES (?, ?, ?, ?, ?)");
  const addWords = database.prepare("INSERT INTO words (rowid, text) VALUES (?, ?)");
  const removals = [
    "DELETE FROM words WHERE rowid IN (SELECT number FROM passages WHERE session = ?)",
    "DELETE FROM passages WHERE session = ?",
    "DELETE FROM spending WHERE session = ?",
    "DELETE FROM sessions WHERE number = ?",
  ].map((text) => database.prepare(text));

  const rows: SessionRows = {
    of: (path) => select.get(path) as IndexedFile | undefined,
    add(path) {
      const id = basename(path, EXTENSION);
      const { lastInsertRowid } = insert.run(path, id, START.offset, START.markAt, START.mark);
      return { ...START, number: Number(lastInsertRowid), path, size: -1, changed: 0, device: 0, inode: 0 };
    },
    grow(
      { number, offset },
      { header, problem, movedTo, title, model, opening, messages, spending, agentNanos, agentUnpriced, texts, position, isLast },
      stats,
    ) {
      for (const { inherited, ...spent } of spending) spend.run({ session: number, inherited: Number(inherited), ...spent });
      for (const { entry, at, speaker, text, typed } of texts) {
        addWords.run(addText.run(number, entry, at, speaker, typed).lastInsertRowid, text);
      }
      update.run({
        number,
        movedTo: movedTo ?? null,
        cwd: header?.cwd ?? null,
        project: typeof header?.project === "string" ? header.project : null,
        kind: typeof header?.kind === "string" ? header.kind : null,
        parent: typeof header?.parent?.session === "string" ? header.parent.session : null,
        created: header === undefined ? null : timestampOf(header.at),
        updated: stats.mtimeMs,
        title: title ?? null,
        opening: opening ?? null,
        model: model ?? null,
        messages,
        nanos: spending.reduce((sum, spent) => sum + spent.nanos, 0),
        agentNanos,
        unpriced: agentUnpriced + spending.reduce((sum, spent) => sum + spent.unpriced, 0),
        fromStart: Number(offset === 0),
        problem: problem ?? null,
        size: isLast ? stats.size : -1,
        changed: stats.ctimeMs,
        device: stats.dev,
        inode: stats.ino,
        ...position,
      });
    },
    remove(number) {
      for (const removal of removals) removal.run(number);
    },
  };
  return rows;
};
