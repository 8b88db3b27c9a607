import { stat } from "node:fs/promises";
import { assertWritable, type Damage, type Entry, type Header, isNumbered, LogFormatError, Tree, isLeaf } from "../../log/index.ts";
import { JsonlFile } from "../jsonl-file.ts";
import { hasDamagedId, idProblem, readHeader } from "../session-header.ts";

/** Result of reading a session's file to its end. */
export interface SessionCheck {
  readonly path: string;
  /** Undefined if the header cannot be read. */
  readonly header: Header | undefined;
  /** Reason why the session cannot continue in this file. */
  readonly problem?: string;
  /** Number of complete entries. */
  readonly entries: number;
  readonly damage: readonly Damage[];
}

/** Returns true if nothing is lost. An incomplete last line counts as intact, since a killed process leaves one. */
export const isIntact = ({ problem, damage }: SessionCheck): boolean =>
  problem === undefined && damage.every(({ kind }) => kind === "torn");

export interface CheckOptions {
  /** Returns true if an entry has the fields that readers need for its type. Default: all entries are valid. */
  readonly isValidEntry?: (entry: Entry) => boolean;
}

/**
 * Reads a session's whole file, including content stored elsewhere, and reports damage. Changes nothing.
 * @throws {LogFormatError} if the path is not a file.
 * @throws {Error} from the file system if the file cannot be read.
 */
export const checkSession = async (path: string, options?: CheckOptions): Promise<SessionCheck> =>
  (await inspectSession(path, options)).check;

/** Returns the check, and the keys (`entryKey`) of invalid entries. */
export const inspectSession = async (
  path: string,
  { isValidEntry = () => true }: CheckOptions = {},
): Promise<{ readonly check: SessionCheck; readonly invalid: ReadonlySet<string> }> => {
  // Reading a FIFO would block.
  if (!(await stat(path)).isFile()) throw new LogFormatError(`${path} is not a file.`);
  const { header, problem } = await headerOrProblem(path);
  // Entries after an unreadable header are read too.
  const file = new JsonlFile(path, header ?? LOST, true);
  const tree = new Tree();
  const misplaced: Damage[] = [];
  const invalid = new Set<string>();
  let entries = 0;
  for await (const entry of file.read()) {
    const valid = isNumbered(entry) && isValidEntry(entry);
    if (!valid) invalid.add(entryKey(entry));
    const damage = valid ? tree.add(outline(entry)) : tree.skip(entry);
    if (damage !== undefined) misplaced.push(damage);
    if (valid && damage?.kind !== "duplicate") entries += 1;
  }
  const damage = [...file.damage, ...misplaced];
  return { check: { path, header, ...(problem === undefined ? {} : { problem }), entries, damage }, invalid };
};

/** Includes the seq, since a damaged entry may have the id of another. */
export const entryKey = ({ seq, id }: Entry): string => `${seq} ${id}`;

const headerOrProblem = async (path: string): Promise<{ readonly header: Header | undefined; readonly problem?: string }> => {
  let header: Header | undefined;
  try {
    header = await readHeader(path);
    assertWritable(header);
    return hasDamagedId(path, header) ? { header, problem: idProblem(path, header) } : { header };
  } catch (error) {
    if (error instanceof LogFormatError) return { header, problem: error.message };
    throw error;
  }
};

const LOST: Header = { format: "coxswain-session", version: 1, id: "", cwd: "", at: 0 };

/**
 * Returns only the fields that determine an entry's position in the tree, so that a long session's content is not
 * retained.
 */
export const outline = (entry: Entry): Entry => {
  const { seq, id, parent, at, type } = entry;
  return { seq, id, parent, at, type, ...(isLeaf(entry) ? { to: entry.to } : {}) };
};
