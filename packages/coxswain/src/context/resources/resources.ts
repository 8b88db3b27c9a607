import type { Skill } from "../skills/index.ts";
import type { PromptTemplate } from "../templates/index.ts";

/** What a session can be told by name. */
export interface Resources {
  readonly skills: readonly Skill[];
  readonly templates: readonly PromptTemplate[];
  /** What was left out or is odd, and why, a sentence each. */
  readonly warnings: readonly string[];
}
