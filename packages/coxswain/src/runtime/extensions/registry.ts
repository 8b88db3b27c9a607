import type { AgentDefinition, PromptTemplate, Skill } from "../../context/index.ts";
import { type HookRegistry, hookRegistry } from "../../hooks/index.ts";
import type { Models } from "../../model/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { ExtensionCommand } from "./extension-command.ts";
import type { ExtensionTool } from "./extension-tool.ts";
import type { ExtensionBlock, ExtensionKey } from "./extension-ui.ts";
import { Registered } from "./registered.ts";

/** Tool, or a factory that creates one for a session. */
export type ToolMaker = ExtensionTool | ((workspace: Workspace) => ExtensionTool);

/** Contributions of all extensions. */
export interface Registry {
  readonly tools: Registered<ToolMaker>;
  readonly commands: Registered<ExtensionCommand>;
  readonly hooks: HookRegistry;
  readonly skills: Registered<Skill>;
  readonly templates: Registered<PromptTemplate>;
  readonly agents: Registered<AgentDefinition>;
  readonly models: Registered<Models>;
  readonly blocks: Registered<ExtensionBlock>;
  readonly keys: Registered<ExtensionKey>;
}

export const emptyRegistry = (): Registry => ({
  tools: new Registered(),
  commands: new Registered(),
  hooks: hookRegistry(),
  skills: new Registered(),
  templates: new Registered(),
  agents: new Registered(),
  models: new Registered(),
  blocks: new Registered(),
  keys: new Registered(),
});
