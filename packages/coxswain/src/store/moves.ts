import { closeSync, constants, openSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
const PRIVATE = 0o600;

const movesPath = (directory: string): string => join(directory, "moves.jsonl");

/**
 * Notes for listings that a session works in another folder now. The fact is in its log already, and the file stays where
 * it is, so that there is never a moment at which a session is in two places or in none. A note that cannot be written
 * leaves what a kill before it leaves: the session is listed where it was until it is moved again.
 */
export const noteMove = (directory: string, id: string, cwd: string): void => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(movesPath(directory), FLAGS, PRIVATE);
    // The line end in front keeps it from what a killed process left half written.
    writeSync(descriptor, `\n${JSON.stringify({ id, cwd })}\n`);
  } catch {
    return;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};

/** The folders that moved sessions work in now, by their ids. */
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
