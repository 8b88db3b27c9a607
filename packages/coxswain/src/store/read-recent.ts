import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type Entry, isCheckpoint, type Recent, type CheckpointEntry } from "../log/index.ts";
import type { Range } from "./byte-ranges.ts";
import { type Reading, readPart } from "./read-entries.ts";
import { decodeLine } from "./decode-line.ts";

const LINE_END = 0x0a;

/**
 * Reads the entries that the last checkpoint of a session file references. Undefined if the file has no checkpoint, or
 * if a range does not consist of complete lines with one entry each.
 */
export const readRecent = async (path: string, reading: Reading): Promise<Recent | undefined> => {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  const { size } = await file.stat();
  const found = await findCheckpoint(file, size);
  if (found === undefined || !areRangesBefore(found.offset, found.ranges)) return undefined;
  const entries: Entry[] = [];
  for (const range of found.ranges) {
    const inside = await entriesIn(file, range, reading);
    if (inside === undefined) return undefined;
    for (const entry of inside) entries.push(entry);
  }
  const before = entries.length;
  for await (const some of readPart(file, reading, found.offset)) for (const entry of some) entries.push(entry);
  const checkpoint = entries[before];
  return checkpoint !== undefined && isCheckpoint(checkpoint) ? { checkpoint, entries } : undefined;
};

/** Returns true if `ranges` are ascending byte ranges between the header and the checkpoint. */
const areRangesBefore = (offset: number, ranges: unknown): boolean => {
  if (!Array.isArray(ranges) || !ranges.every((range) => Array.isArray(range) && range.length === 2)) return false;
  const bounds: readonly unknown[] = [1, ...ranges.flat(), offset];
  return bounds.every((bound, at) => Number.isSafeInteger(bound) && (at === 0 || Number(bounds[at - 1]) <= Number(bound)));
};

const entriesIn = async (file: FileHandle, [start, end]: Range, reading: Reading): Promise<readonly Entry[] | undefined> => {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, start - 1);
  let isWhole = buffer[0] === LINE_END;
  const entries: Entry[] = [];
  const strict: Reading = { ...reading, report: () => (isWhole = false) };
  for await (const some of readPart(file, strict, start, end)) for (const entry of some) entries.push(entry);
  return isWhole ? entries : undefined;
};

/** The last checkpoint is usually near the end. */
const FIRST_BYTES = 64 * 1024;
/** Maximum distance from the end to search. */
const REACH_BYTES = 4 * 1024 * 1024;
/** Other entries may contain these bytes too, so the line is decoded. */
const MARK = '"type":"checkpoint"';

/** Returns the last complete checkpoint of a file that is at the offset it states. */
export const findCheckpoint = async (file: FileHandle, size: number): Promise<CheckpointEntry | undefined> => {
  for (let length = FIRST_BYTES; ; length *= 4) {
    const from = Math.max(0, size - length);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size - from), 0, size - from, from);
    const found = lastIn(buffer.subarray(0, bytesRead), from);
    if (found !== undefined || from === 0 || length >= REACH_BYTES) return found;
  }
};

const lastIn = (bytes: Buffer, from: number): CheckpointEntry | undefined => {
  for (let at = bytes.lastIndexOf(MARK); at >= 0;) {
    const start = bytes.lastIndexOf(LINE_END, at) + 1;
    const end = bytes.indexOf(LINE_END, at);
    const entry = end < 0 ? undefined : decodeLine(bytes.subarray(start, end));
    if (entry !== undefined && isCheckpoint(entry) && entry.offset === from + start) return entry;
    at = start === 0 ? -1 : bytes.lastIndexOf(MARK, start - 1);
  }
  return undefined;
};
