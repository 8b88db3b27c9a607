import { join } from "node:path";
import { FileError, isBelow, type Workspace } from "../../workspace/index.ts";
import { withoutHidden } from "../hidden-characters.ts";

/** Of a folder the first one counts that is there and can be read. */
const NAMES = ["AGENTS.override.md", "AGENTS.md", "CLAUDE.md"] as const;

/** Bytes above which a file is not read at all. */
const LARGEST = 1024 * 1024;

/** What a file for agents says. */
export interface InstructionFile {
  /** Absolute, as it is named where it was found. */
  readonly path: string;
  /** Links resolved. */
  readonly real: string;
  readonly text: string;
}

/** How such files are read. */
export interface InstructionReading {
  readonly workspace: Workspace;
  /** Tells of an absolute real path whether it holds secrets: what is read goes to the model. */
  readonly isSecret: (path: string) => boolean;
  /** Is told, in a sentence, of each file that is there and is not read as it is. */
  readonly warn: (warning: string) => void;
}

/**
 * The file for agents of a folder; undefined where there is none that can be read. With `within`, no link leads it out of
 * that folder: what a repository names must not be a file of the person's.
 */
export const instructionFileIn = async (
  folder: string,
  reading: InstructionReading,
  within?: string,
): Promise<InstructionFile | undefined> => {
  for (const name of NAMES) {
    const path = join(folder, name);
    try {
      const file = await read(path, reading, within);
      if (file !== undefined) return file;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      reading.warn(`${error.message} It is not told to the model.`);
    }
  }
  return undefined;
};

const read = async (
  path: string,
  { workspace, isSecret, warn }: InstructionReading,
  within: string | undefined,
): Promise<InstructionFile | undefined> => {
  if ((await workspace.stat(path)) === undefined) return undefined;
  const place = await workspace.resolve(path);
  const { path: real, alsoKnownAs = [] } = place;
  if (within !== undefined && !isBelow(within, real)) {
    warn(`${path} is a link that leads out of the project: it is not read.`);
    return undefined;
  }
  if ([real, ...alsoKnownAs].some(isSecret)) {
    warn(`${path} leads to a file that holds secrets: it is not read.`);
    return undefined;
  }
  // As it was resolved: a link that is changed meanwhile leads nowhere else.
  const { text, isWhole } = decode(await workspace.read(place, { maxBytes: LARGEST }));
  if (text.includes("\0")) {
    warn(`${path} is no text: it is not told to the model.`);
    return undefined;
  }
  if (!isWhole) warn(`${path} is not UTF-8: what cannot be read of it stands as \uFFFD.`);
  const seen = withoutHidden(text);
  if (seen !== text) warn(`${path} has characters in it that nobody sees: they are not told to the model.`);
  return { path, real, text: seen };
};

/** UTF-8, or UTF-16 where a byte order mark says so. */
const decode = (bytes: Uint8Array): { readonly text: string; readonly isWhole: boolean } => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isWhole: true };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), isWhole: false };
  }
};
