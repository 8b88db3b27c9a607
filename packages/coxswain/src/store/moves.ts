import { closeSync, constants, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
const PRIVATE = 0o600;

const movesPath = (directory: string): string => join(directory, "moves.jsonl");

/**
 * Records for listings that a session now works in another folder. The session's log already contains the move, and the
 * file stays in its folder, so the session never appears twice or disappears. Without the record, as after a kill, the
 * session is listed in its old folder until the next move.
 */
export const recordMove = (directory: string, id: string, cwd: string): void => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(movesPath(directory), FLAGS, PRIVATE);
    // The leading line end separates this record from one that a killed process left incomplete.
    writeSync(descriptor, `\n${JSON.stringify({ id, cwd })}\n`);
  } catch {
    return;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

/** Returns the current folders of moved sessions, by session id. */
export const readMoves = async (directory: string): Promise<ReadonlyMap<string, string>> => {
  const text = await readFile(movesPath(directory), "utf8").catch(() => "");
  return new Map(text.split("\n").flatMap(moveOf));
};

const moveOf = (line: string): readonly (readonly [string, string])[] => {
  try {
    const { id, cwd } = JSON.parse(line) as { readonly id?: unknown; readonly cwd?: unknown };
    return typeof id === "string" && typeof cwd === "string" ? [[id, cwd]] : [];
  } catch {
    return [];
  }
};
