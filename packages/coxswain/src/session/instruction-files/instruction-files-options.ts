import type { SecretPlaces } from "../../policy/index.ts";

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
