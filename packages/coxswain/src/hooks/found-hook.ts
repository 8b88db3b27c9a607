import type { Hook } from "./hook.ts";

/** A hook that stands in a file, and what people want to know of it. */
export interface FoundHook {
  readonly hook: Hook;
  /** The file that it stands in. */
  readonly source: string;
  readonly command: string;
  /** The tools that it is about, as the file has it; absent: all, or none are meant. */
  readonly tools?: string;
  /** Why it is not asked; absent: it is. */
  readonly off?: string;
}
