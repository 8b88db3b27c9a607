import type { AgentDefinition } from "../agents/index.ts";
import type { Skill } from "../skills/index.ts";
import type { PromptTemplate } from "../templates/index.ts";

/** The skills, templates and agents of a session. */
export interface Resources {
  readonly skills: readonly Skill[];
  readonly templates: readonly PromptTemplate[];
  /** The first of two agents with the same name is used. Built-in agents need not be listed. */
  readonly agents: readonly AgentDefinition[];
  /** One sentence for each skipped or unusual item, with the reason. */
  readonly warnings: readonly string[];
}
