import {
  nestedInstructionFiles,
  type InstructionReading,
  type Instructions,
  loadInstructions,
  type NestedLimits,
} from "../../context/index.ts";
import { secretPaths, type SecretLocations } from "../../policy/index.ts";
import type { Workspace } from "../../workspace/index.ts";

const KIB = 1024;

/** The instruction files (AGENTS.md and others) of one session. Emits each warning once. */
export class SessionInstructions {
  readonly limits: NestedLimits;
  readonly #options: InstructionFilesOptions;
  readonly #reading: InstructionReading;
  #last: Promise<Instructions> | undefined;

  constructor(workspace: Workspace, options: InstructionFilesOptions, warn: (warning: string) => void) {
    const warned = new Set<string>();
    this.limits = { file: options.maxNestedBytes ?? 16 * KIB, all: options.maxAllNestedBytes ?? 64 * KIB };
    this.#options = options;
    this.#reading = {
      workspace,
      isSecret: secretPaths(options.secrets ?? {}),
      warn(warning) {
        if (warned.has(warning)) return;
        warned.add(warning);
        warn(warning);
      },
    };
  }

  /** Reads the files that apply to the session's folder. */
  load(): Promise<Instructions> {
    const { folders = [], maxBytes = 32 * KIB } = this.#options;
    this.#last = loadInstructions({ ...this.#reading, folders, maxBytes });
    return this.#last;
  }

  /** Returns the files between the session's folder and a path. */
  async onTheWay(path: string) {
    return nestedInstructionFiles(path, await (this.#last ?? this.load()), this.#reading);
  }
}

/** The workspace, and options for its instruction files. */
interface InstructionsHost {
  readonly workspace: Workspace;
  readonly instructionFiles?: InstructionFilesOptions | undefined;
}

/** Returns undefined if the session reads no instruction files. */
export const sessionInstructions = (
  { workspace, instructionFiles }: InstructionsHost,
  warn: (warning: string) => void,
): SessionInstructions | undefined => instructionFiles && new SessionInstructions(workspace, instructionFiles, warn);

/**
 * Instruction files (AGENTS.md and others) that the model gets. They are text, so they need no trust; the session's workspace
 * reads them. Sizes are bytes of UTF-8.
 */
export interface InstructionFilesOptions {
  /** The user's folders, absolute, whose files apply to every project, the farthest first. Default: none. */
  readonly folders?: readonly string[];
  /** Limit for all files of the session's folder; the farthest are truncated first. Default: 32 KiB. */
  readonly maxBytes?: number;
  /** Limit for one file in a subfolder, which the model gets with the first call below that folder. Default: 16 KiB. */
  readonly maxNestedBytes?: number;
  /** Maximum size of all files in a conversation, in bytes. Default: 64 KiB. */
  readonly maxAllNestedBytes?: number;
  /** Additional places from which nothing is read. Files whose names suggest secrets are never read. */
  readonly secrets?: SecretLocations;
}

/** The result of `findInstructions`. */
export interface FoundInstructions {
  /** Absolute paths, the nearest file last. */
  readonly files: readonly string[];
  /** Files that are skipped or truncated, and why. */
  readonly warnings: readonly string[];
}

/** Returns the instruction files that a new session in a workspace would read. */
export const findInstructions = async (workspace: Workspace, options: InstructionFilesOptions): Promise<FoundInstructions> => {
  const warnings: string[] = [];
  const { files } = await new SessionInstructions(workspace, options, (warning) => warnings.push(warning)).load();
  return { files: files.map(({ path }) => path), warnings };
};
