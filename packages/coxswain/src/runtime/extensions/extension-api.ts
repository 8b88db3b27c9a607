import type { AgentDefinition, PromptTemplate, Skill } from "../../context/index.ts";
import type { HookEvent } from "../../loop/index.ts";
import type { HookOn } from "../../hooks/index.ts";
import type { Models } from "../../model/index.ts";
import type { CustomProvider } from "../../providers/index.ts";
import type { Event } from "../../journal/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { ExtensionCommand } from "./extension-command.ts";
import type { ExtensionState, StateDefinition } from "./extension-state.ts";
import type { ExtensionTool } from "./extension-tool.ts";

/**
 * What an extension is given, to say what it brings: while it is set up, or at any time later. What a function registers holds
 * until the function that it gives back is called, or the extension is unloaded. All of them throw an ExtensionError when the
 * extension is not loaded any more, or when what they are given cannot be registered; the message says why.
 */
export interface ExtensionApi {
  /** The extension's own name. */
  readonly name: string;
  /**
   * A tool, or one that works in a session's workspace and is made for each. The model is told of it from its next request on. One
   * tool of a name: another extension's is refused here; one of the program's own stays, unless the tool says `replace`.
   */
  registerTool<In>(tool: ExtensionTool<In> | ((workspace: Workspace) => ExtensionTool<In>)): () => void;
  /** One command of a name, which must not be one of the program's own. */
  registerCommand(command: ExtensionCommand): () => void;
  /** Is asked after the hooks of the settings and of extensions before it. Its name, unless it has one, is the extension's. */
  registerHook<E extends HookEvent>(hook: Omit<HookOn<E>, "name"> & { readonly name?: string }): () => void;
  /** What sessions can be told or load by name, from when they are opened. Files that there are of the same name go before it. */
  registerSkill(skill: ExtensionSkill): () => void;
  registerTemplate(template: ExtensionTemplate): () => void;
  registerAgent(agent: ExtensionAgent): () => void;
  /** Models that are asked for where the program knows none of the reference, or providers that have some, by name. */
  registerModels(models: Models | Readonly<Record<string, CustomProvider>>): () => void;
  /**
   * Is told the events of all sessions from now on, agents' too, one after the other as they happen; no run waits for it. One that
   * throws, or whose promise rejects, is told no more, with a warning.
   */
  subscribe(listener: (event: Event) => unknown): () => void;
  /** A state of the extension's own, kept as facts in the logs of sessions. To be said while the extension is set up. */
  state<State, Fact>(definition: StateDefinition<State, Fact>): ExtensionState<State, Fact>;
  /** A line for who looks into what happens. */
  log(line: string): void;
  /** A line for the person. */
  warn(line: string): void;
}

/** A skill as an extension gives it. */
export interface ExtensionSkill extends Pick<Skill, "name" | "description" | "body"> {
  /** Absolute: what the skill names lies there, and may be read. Default: it has no files. */
  readonly folder?: string;
  /** Whether the model is not told of it. Default: false. */
  readonly hidden?: boolean;
}

/** A prompt template as an extension gives it. */
export type ExtensionTemplate = Pick<PromptTemplate, "name" | "description" | "body"> & Partial<Pick<PromptTemplate, "argumentHint">>;

/** A named agent as an extension gives it. */
export type ExtensionAgent = Omit<AgentDefinition, "origin" | "path">;
