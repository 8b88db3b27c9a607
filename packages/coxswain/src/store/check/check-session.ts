import { stat } from "node:fs/promises";
import { assertWritable, type Damage, type Entry, type Header, isNumbered, LogFormatError, Tree } from "../../log/index.ts";
import { JsonlFile } from "../jsonl-file.ts";
import { readHeader } from "../session-header.ts";
import { outline } from "./outline.ts";

/** What a session's file holds, read to its end. */
export interface SessionCheck {
  readonly path: string;
  /** Undefined: there is none that can be read. */
  readonly header: Header | undefined;
  /** Why the file cannot be gone on with as it is. */
  readonly problem?: string;
  /** Whole ones. */
  readonly entries: number;
  readonly damage: readonly Damage[];
}

/** Whether nothing of a session is lost: a last line that was cut short is how a killed process leaves its file. */
export const isIntact = ({ problem, damage }: SessionCheck): boolean =>
  problem === undefined && damage.every(({ kind }) => kind === "torn");

export interface CheckOptions {
  /** Whether an entry has what is read of entries of its type. Default: each has. */
  readonly isSound?: (entry: Entry) => boolean;
}

/**
 * Reads a session's file whole, with the content that it keeps elsewhere, and says what is not as it should be. Nothing
 * is changed.
 * @throws {LogFormatError} when it is no file.
 * @throws {Error} of the system, where there is none that can be read.
 */
export const checkSession = async (path: string, options?: CheckOptions): Promise<SessionCheck> => (await lookAt(path, options)).check;

/** What a check says, and which entries are not sound, by `placeOf`. */
export const lookAt = async (
  path: string,
  { isSound: isSoundEntry = () => true }: CheckOptions = {},
): Promise<{ readonly check: SessionCheck; readonly unsound: ReadonlySet<string> }> => {
  // A fifo would be waited for.
  if (!(await stat(path)).isFile()) throw new LogFormatError(`${path} is not a file.`);
  const { header, problem } = await headerOf(path);
  // What comes after a header that is none is found all the same.
  const file = new JsonlFile(path, header ?? LOST, true);
  const tree = new Tree();
  const misplaced: Damage[] = [];
  const unsound = new Set<string>();
  let entries = 0;
  for await (const entry of file.read()) {
    const sound = isNumbered(entry) && isSoundEntry(entry);
    if (!sound) unsound.add(placeOf(entry));
    const damage = sound ? tree.add(outline(entry)) : tree.passOver(entry);
    if (damage !== undefined) misplaced.push(damage);
    if (sound && damage?.kind !== "duplicate") entries += 1;
  }
  const damage = [...file.damage, ...misplaced];
  return { check: { path, header, ...(problem === undefined ? {} : { problem }), entries, damage }, unsound };
};

/** A damaged entry may have the id of another. */
export const placeOf = ({ seq, id }: Entry): string => `${seq} ${id}`;

const headerOf = async (path: string): Promise<{ readonly header: Header | undefined; readonly problem?: string }> => {
  let header: Header | undefined;
  try {
    header = await readHeader(path);
    assertWritable(header);
    return { header };
  } catch (error) {
    if (error instanceof LogFormatError) return { header, problem: error.message };
    throw error;
  }
};

const LOST: Header = { format: "coxswain-session", version: 1, id: "", cwd: "", at: 0 };
