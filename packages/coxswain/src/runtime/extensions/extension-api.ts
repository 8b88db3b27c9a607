import type { AgentDefinition, PromptTemplate, Skill } from "../../context/index.ts";
import type { HookEvent } from "../../loop/index.ts";
import type { HookOn } from "../../hooks/index.ts";
import type { Models } from "../../model/index.ts";
import type { CustomProvider } from "../../providers/index.ts";
import type { Event } from "../../journal/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { ExtensionCommand } from "./extension-command.ts";
import type { ExtensionState, StateDefinition } from "./extension-state.ts";
import type { ExtensionBlock, ExtensionKey } from "./extension-ui.ts";
import type { ExtensionTool } from "./extension-tool.ts";

/**
 * API with which an extension registers its contributions, during setup or later. A registration holds until the
 * returned function is called, or the extension is unloaded. Every function throws an ExtensionError when the extension
 * is no longer loaded, or when its argument cannot be registered; the message gives the reason.
 */
export interface ExtensionApi {
  /** Name of the extension. */
  readonly name: string;
  /**
   * Registers a tool, or a factory that creates one for each session's workspace. The model receives the tool from its
   * next request on. Tool names are unique: the name of another extension's tool is rejected here; a tool of the
   * program takes precedence, unless the new tool sets `replace`.
   */
  registerTool<In>(tool: ExtensionTool<In> | ((workspace: Workspace) => ExtensionTool<In>)): () => void;
  /** Registers a command. Its name must differ from those of the program and of other extensions. */
  registerCommand(command: ExtensionCommand): () => void;
  /**
   * Registers a hook, which runs after the hooks of the settings and of earlier extensions. Default name: the
   * extension's.
   */
  registerHook<E extends HookEvent>(hook: Omit<HookOn<E>, "name"> & { readonly name?: string }): () => void;
  /** Registers a skill for sessions that open from now on. A file of the same name takes precedence. */
  registerSkill(skill: ExtensionSkill): () => void;
  registerTemplate(template: ExtensionTemplate): () => void;
  registerAgent(agent: ExtensionAgent): () => void;
  /** Registers models, or providers by name, for references that the program does not know. */
  registerModels(models: Models | Readonly<Record<string, CustomProvider>>): () => void;
  /**
   * Subscribes to the events of all sessions, including those of agents, in order. Runs do not wait for the listener. A
   * listener that throws or rejects is removed with a warning.
   */
  subscribe(listener: (event: Event) => unknown): () => void;
  /** Registers a state of the extension, stored as facts in session logs. Must be called during setup. */
  state<State, Fact>(definition: StateDefinition<State, Fact>): ExtensionState<State, Fact>;
  /** Shows the facts of a state of the extension in the conversation. One block for each state. */
  registerBlock<Fact>(block: ExtensionBlock<Fact>): () => void;
  /** Registers a key for interactive sessions that open from now on. Conflicts are reported there. */
  registerKey(key: ExtensionKey): () => void;
  /** Writes a line to the log. */
  log(line: string): void;
  /** Shows a line to the user. */
  warn(line: string): void;
}

/** Skill that an extension provides. */
export interface ExtensionSkill extends Pick<Skill, "name" | "description" | "body"> {
  /** Absolute path of the skill's files, which the model may read. Default: no files. */
  readonly folder?: string;
  /** True if the skill is hidden from the model. Default: false. */
  readonly hidden?: boolean;
}

/** Prompt template that an extension provides. */
export type ExtensionTemplate = Pick<PromptTemplate, "name" | "description" | "body"> & Partial<Pick<PromptTemplate, "argumentHint">>;

/** Named agent that an extension provides. */
export type ExtensionAgent = Omit<AgentDefinition, "origin" | "path">;
