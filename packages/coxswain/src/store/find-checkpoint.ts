import type { FileHandle } from "node:fs/promises";
import { type CheckpointEntry, isCheckpoint } from "../log/index.ts";
import { decodeLine } from "./decode-line.ts";

/** The last checkpoint is usually near the end. */
const FIRST_BYTES = 64 * 1024;
/** Maximum distance from the end to search. */
const REACH_BYTES = 4 * 1024 * 1024;
const LINE_END = 0x0a;
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
