import { filesOnTheWay, type InstructionReading, type Instructions, loadInstructions, type NestedLimits } from "../../context/index.ts";
import { secretPaths, type SecretPlaces } from "../../policy/index.ts";
import type { Workspace } from "../../workspace/index.ts";

const KIB = 1024;

/** The files for agents that concern one session. What is odd about one is told once. */
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

  /** Reads what holds in the session's folder now. */
  load(): Promise<Instructions> {
    const { folders = [], maxBytes = 32 * KIB } = this.#options;
    this.#last = loadInstructions({ ...this.#reading, folders, maxBytes });
    return this.#last;
  }

  /** The files on the way to a path that were not told when the run began. */
  async onTheWay(path: string) {
    return filesOnTheWay(path, await (this.#last ?? this.load()), this.#reading);
  }
}

/** Where a session works, and which files for agents it is to heed there. */
interface InstructionsHost {
  readonly workspace: Workspace;
  readonly instructionFiles?: InstructionFilesOptions | undefined;
}

/** Undefined where no files for agents are to be read. */
export const sessionInstructions = (
  { workspace, instructionFiles }: InstructionsHost,
  warn: (warning: string) => void,
): SessionInstructions | undefined => instructionFiles && new SessionInstructions(workspace, instructionFiles, warn);

/**
 * Which files for agents (AGENTS.md and its like) are told to the model. They are text and need no trust; what they are read
 * with is the session's workspace. Sizes are bytes of UTF-8.
 */
export interface InstructionFilesOptions {
  /** Folders of the person's own, absolute, whose file holds in every project, the farthest first. Default: none. */
  readonly folders?: readonly string[];
  /** Of all files that hold in the session's folder; the farthest are cut first. Default: 32 KiB. */
  readonly maxBytes?: number;
  /** Of one file in a sub-folder, which is told when something below it is first touched. Default: 16 KiB. */
  readonly maxNestedBytes?: number;
  /** Of all those in a conversation. Default: 64 KiB. */
  readonly maxAllNestedBytes?: number;
  /** Where nothing is read, besides what a file's name tells of secrets. */
  readonly secrets?: SecretPlaces;
}

/** Files for agents, as `findInstructions` found them. */
export interface FoundInstructions {
  /** Absolute paths, the nearest file last. */
  readonly files: readonly string[];
  /** What is not read, or not told whole, and why. */
  readonly warnings: readonly string[];
}

/** The files for agents that a session in a workspace would be told of when it begins. */
export const findInstructions = async (workspace: Workspace, options: InstructionFilesOptions): Promise<FoundInstructions> => {
  const warnings: string[] = [];
  const { files } = await new SessionInstructions(workspace, options, (warning) => warnings.push(warning)).load();
  return { files: files.map(({ path }) => path), warnings };
};
