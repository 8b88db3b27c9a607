import { filesOnTheWay, type InstructionReading, type Instructions, loadInstructions, type NestedLimits } from "../../context/index.ts";
import { secretPaths } from "../../policy/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { InstructionFilesOptions } from "./instruction-files-options.ts";

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
