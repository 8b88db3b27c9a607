import type { Resources } from "../../context/index.ts";
import { type HookRegistry, hookRegistry } from "../../hooks/index.ts";
import type { Log } from "../../log/index.ts";
import type { Tool } from "../../loop/index.ts";
import type { Models } from "../../model/index.ts";
import type { EventStream } from "../../journal/index.ts";
import type { Session } from "../../session/index.ts";
import { BoundTools, type BoundToolsParts } from "./bound-tools.ts";
import { composedHooks } from "./composed-hooks.ts";
import { composedModels } from "./composed-models.ts";
import { inWords } from "./in-words.ts";
import { mergedResources } from "./merged-resources.ts";
import type { World } from "./world.ts";

/** Extensions, attached to one runtime. */
export class RuntimeExtensions {
  readonly #world: World;
  readonly #detach: () => void;

  /** `events`: the events of all the runtime's sessions. */
  constructor(world: World, events: EventStream) {
    this.#world = world;
    this.#detach = world.listeners.attach(events);
  }

  models(own: Models): Models {
    return composedModels(own, this.#world.registry.models, this.#world.warn);
  }

  hooks(own: HookRegistry = hookRegistry()): HookRegistry {
    return composedHooks(own, this.#world.registry.hooks);
  }

  /** Returns the tools of a session, which change as extensions are loaded and unloaded. */
  tools(session: Pick<BoundToolsParts, "own" | "sessionTools" | "workspace">): BoundTools {
    const { registry, code, warn } = this.#world;
    return new BoundTools({ ...session, brought: registry.tools, code, warn });
  }

  resources(own: Resources | undefined): Resources | undefined {
    return mergedResources(own, this.#world.registry, this.#world.warn);
  }

  /**
   * Adds the extensions' states to a session that has opened.
   * @throws every error of reading its log
   */
  async opened(session: Session, log: Log, tools: () => readonly Tool[]): Promise<void> {
    const { sessions, states } = this.#world;
    const keep = async (): Promise<void> => {
      await log.persistFolds(states.all);
      for (const { name, requiredState = [] } of tools())
        await log.persistFolds(requiredState).catch((error: unknown) => this.#unkept(name, error));
    };
    sessions.add({ session, view: (fold) => log.view(fold), keep });
    await keep();
  }

  /** Warns about a tool of an extension; rethrows the error of one of the program's own tools. */
  #unkept(tool: string, error: unknown): void {
    const { registry, warn } = this.#world;
    const brought = registry.tools.all.find(({ value }) => value.name === tool);
    if (brought === undefined) throw error;
    warn(brought.extension, `the required state of its tool ${tool} is not stored: ${inWords(error)}`);
  }

  released(id: string): void {
    this.#world.sessions.remove(id);
  }

  close(): void {
    this.#detach();
  }
}
