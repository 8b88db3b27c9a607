import type { Hook } from "./hook.ts";

/** Hook in a file, with its description for users. */
export interface FoundHook {
  readonly hook: Hook;
  /** The file that contains it. */
  readonly source: string;
  readonly command: string;
  /** Tools that it applies to, as written in the file; absent: all tools, or an event without a tool. */
  readonly tools?: string;
  /** Reason why it is disabled; absent: it is enabled. */
  readonly off?: string;
}
