import type { AgentDefinition } from "../agents/index.ts";
import type { Skill } from "../skills/index.ts";
import type { PromptTemplate } from "../templates/index.ts";

/** What a session can be told by name, and who can work for it. */
export interface Resources {
  readonly skills: readonly Skill[];
  readonly templates: readonly PromptTemplate[];
  /** Of two of one name the first counts. Those that are always there need not be named. */
  readonly agents: readonly AgentDefinition[];
  /** What was left out or is odd, and why, a sentence each. */
  readonly warnings: readonly string[];
}
