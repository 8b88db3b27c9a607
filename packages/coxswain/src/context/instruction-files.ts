import { join, dirname } from "node:path";
import { FileError, isBelow, type Workspace } from "../workspace/index.ts";
import { withoutInvisible } from "./invisible-characters.ts";
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

/** The folders between a project's root and a workspace. All paths are absolute, with links resolved. */
export interface ProjectFolders {
  /** The nearest ancestor with a non-empty `.git`, or the workspace's own folder when there is none. */
  readonly root: string;
  /** From the root to the workspace's folder, both included. */
  readonly folders: readonly string[];
  /** True when there is a repository. Its files are not read. */
  readonly repository: boolean;
}

const projectFolders = async (workspace: Workspace): Promise<ProjectFolders> => {
  const folders: string[] = [];
  for (let folder = workspace.root; ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (await isRepository(workspace, join(folder, ".git"))) return { root: folder, folders, repository: true };
    if (dirname(folder) === folder) return { root: workspace.root, folders: [workspace.root], repository: false };
  }
};

/** Returns the folders from below the root down to `folder`, which must be inside the root. Excludes the root. */
export const foldersBetween = (root: string, folder: string): readonly string[] => {
  const folders: string[] = [];
  for (let at = folder; at !== root && isBelow(root, at); at = dirname(at)) folders.unshift(at);
  return folders;
};

/**
 * Treats an inaccessible path as missing. Ignores an empty folder, as git does: where `.git` is missing, a sandbox
 * creates an empty one while a command runs.
 */
const isRepository = async (workspace: Workspace, git: string): Promise<boolean> => {
  const found = await workspace.stat(git).catch(() => undefined);
  if (found?.kind !== "folder") return found !== undefined;
  const entries = await workspace.list(git).catch(() => undefined);
  return entries?.length !== 0;
};

/** An instruction file, possibly truncated. */
export interface FittedFile extends InstructionFile {
  readonly isCut: boolean;
}

/**
 * Fits files, the nearest last, into `maxBytes` of UTF-8 in total and `maxFileBytes` each. The nearest files stay
 * whole, and the farthest lose their ends first. A note marks each cut.
 */
export const truncateFiles = (files: readonly InstructionFile[], maxBytes: number, maxFileBytes = maxBytes): readonly FittedFile[] => {
  let left = maxBytes;
  const fitted = files.toReversed().map((file) => {
    const room = Math.min(left, maxFileBytes);
    left -= Math.min(room, Buffer.byteLength(file.text));
    return fitFile(file, room);
  });
  return fitted.toReversed();
};

const fitFile = (file: InstructionFile, maxBytes: number): FittedFile => {
  const bytes = Buffer.from(file.text);
  if (bytes.length <= maxBytes) return { ...file, isCut: false };
  const text = wholeLines(bytes.subarray(0, maxBytes));
  const note = `[${text === "" ? "Omitted" : "Truncated here"}: the file has ${bytes.length} bytes, over the limit. Read it if you need the rest.]`;
  return { ...file, text: text + note, isCut: true };
};

/** Decodes up to the last line break. Without one, decodes everything except a partial final character. */
const wholeLines = (bytes: Uint8Array): string => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
  const end = text.lastIndexOf("\n") + 1;
  return end > 0 ? text.slice(0, end) : text;
};

/** Formats files with their names, one after the other. Blank files are skipped. */
export const instructionBlocks = (files: readonly InstructionFile[]): string =>
  files
    .filter(({ text }) => text.trim() !== "")
    .map(block)
    .join("\n\n");

/** Escapes the tags, so that a file cannot end its own block and imitate another. */
const block = ({ path, text }: InstructionFile): string =>
  `<instructions file=${JSON.stringify(path)}>\n${text.trim().replaceAll(/<(\/?instructions\b)/gi, "&lt;$1")}\n</instructions>`;

export interface InstructionsRequest extends InstructionReading {
  /** Folders of the user, absolute, whose files apply to every project, the farthest first. */
  readonly folders: readonly string[];
  /** Limit for all files together, in bytes of UTF-8. */
  readonly maxBytes: number;
}

/** Contents of the instruction files that apply to a workspace's folder. */
export interface Instructions {
  /** For the system prompt; empty without instructions. */
  readonly text: string;
  /** The files read, the nearest last. */
  readonly files: readonly InstructionFile[];
  readonly project: ProjectFolders;
}

/**
 * Reads the user's instruction files and those from the project's root down to the workspace's folder: one per folder.
 * A file with several names is read once.
 */
export const loadInstructions = async ({ folders, maxBytes, ...reading }: InstructionsRequest): Promise<Instructions> => {
  const project = await projectFolders(reading.workspace);
  const own = await Promise.all(folders.map((folder) => instructionFileIn(folder, reading)));
  const shared = await Promise.all(project.folders.map((folder) => instructionFileIn(folder, reading, project.root)));
  const files = withoutDuplicates([...own, ...shared].filter((file) => file !== undefined));
  const fitted = truncateFiles(files, maxBytes);
  for (const { path } of fitted.filter(({ isCut }) => isCut))
    reading.warn(`${path} was truncated: the instruction files have more than ${maxBytes} bytes in total.`);
  const blocks = instructionBlocks(fitted);
  return { text: blocks === "" ? "" : `${HEAD}\n\n${blocks}`, files, project };
};

const HEAD = `# Project instructions
Instructions of the user and the project for agents that work here, from the farthest file to the nearest. If two of them conflict, follow the later one. \
The user's messages in the conversation override all of them.`;

/** Removes duplicates, retaining the nearest name of each file. */
const withoutDuplicates = (files: readonly InstructionFile[]): readonly InstructionFile[] =>
  files.filter(({ real }, at) => files.findLastIndex((other) => other.real === real) === at);
