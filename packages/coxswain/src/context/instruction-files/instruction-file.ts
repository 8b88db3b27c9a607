import { join } from "node:path";
import { FileError, isBelow, type Workspace } from "../../workspace/index.ts";
import { withoutInvisible } from "../hidden-characters.ts";

/** In order of precedence: the first readable file of a folder is used. */
const NAMES = ["AGENTS.override.md", "AGENTS.md", "CLAUDE.md"] as const;

/** Files above this many bytes are not read. */
const LARGEST = 1024 * 1024;

/** Contents of an instruction file for agents. */
export interface InstructionFile {
  /** Absolute, as it was found. */
  readonly path: string;
  /** With links resolved. */
  readonly real: string;
  readonly text: string;
}

/** Options for reading instruction files. */
export interface InstructionReading {
  readonly workspace: Workspace;
  /** Returns whether an absolute real path contains secrets: file contents go to the model. */
  readonly isSecret: (path: string) => boolean;
  /** Receives a sentence for each existing file that is not read, or not read unchanged. */
  readonly warn: (warning: string) => void;
}

/**
 * Returns the instruction file of a folder, or undefined when none can be read. With `within`, links that lead out of
 * that folder are rejected: a repository must not include files of the user.
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
      reading.warn(`${error.message} The model does not see it.`);
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
    warn(`${path} is a link to a file outside the project. It was not read.`);
    return undefined;
  }
  if ([real, ...alsoKnownAs].some(isSecret)) {
    warn(`${path} leads to a file with secrets. It was not read.`);
    return undefined;
  }
  // Reads the resolved path, so that a link changed meanwhile cannot redirect the read.
  const { text, isWhole } = decode(await workspace.read(place, { maxBytes: LARGEST }));
  if (text.includes("\0")) {
    warn(`${path} is not a text file. The model does not see it.`);
    return undefined;
  }
  if (!isWhole) warn(`${path} is not valid UTF-8. Invalid bytes were replaced by \uFFFD.`);
  const seen = withoutInvisible(text);
  if (seen !== text) warn(`${path} contains invisible characters. They were removed.`);
  return { path, real, text: seen };
};

/** Decodes UTF-8, or UTF-16 after a byte order mark. */
const decode = (bytes: Uint8Array): { readonly text: string; readonly isWhole: boolean } => {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isWhole: true };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), isWhole: false };
  }
};
