import type { Tool } from "../../loop/index.ts";
import type { Models } from "../../model/index.ts";
import type { Setup } from "../../journal/index.ts";

/** What an agent is to be, as far as whoever wants it has a say: whom it works for comes to that. */
export interface ResolvedAgentSetup {
  readonly name: string | undefined;
  /** The first fact of its session. */
  readonly setup: Setup;
  /** The folder that it works in, absolute. */
  readonly cwd: string;
  /** Tokens of its model's window; undefined: nobody knows. */
  readonly window: number | undefined;
  /** Those that are known where it is wanted, and the one that it is given as it is. */
  readonly models: Models;
  /** Those that it, or one above it, is given as they are. */
  readonly tools: readonly Tool[];
}
