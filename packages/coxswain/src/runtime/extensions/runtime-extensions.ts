import type { Resources } from "../../context/index.ts";
import { type HookRegistry, hookRegistry } from "../../hooks/index.ts";
import type { Log } from "../../log/index.ts";
import type { Tool } from "../../loop/index.ts";
import type { Models } from "../../model/index.ts";
import type { EventStream } from "../../journal/index.ts";
import type { Session } from "../../session/index.ts";
import { BoundTools, type BoundToolsParts } from "./bound-tools.ts";
import { composedModels } from "./composed-models.ts";
import { inWords } from "./in-words.ts";
import type { World } from "./world.ts";
import type { Registered } from "./registered.ts";
import type { Registry } from "./registry.ts";

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
    return new BoundTools({ ...session, registered: registry.tools, code, warn });
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
        await log.persistFolds(requiredState).catch((error: unknown) => this.warnUnsavedState(name, error));
    };
    sessions.add({ session, view: (fold) => log.view(fold), keep });
    await keep();
  }

  /** Warns about a tool of an extension; rethrows the error of one of the program's own tools. */
  warnUnsavedState(tool: string, error: unknown): void {
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

/** Combines two registries; the hooks of the first run first. New hooks are added to the first. */
const composedHooks = (first: HookRegistry, second: HookRegistry): HookRegistry => ({
  add: (hook) => first.add(hook),
  get isEmpty() {
    return first.isEmpty && second.isEmpty;
  },
  of: (event) => (second.isEmpty ? first.of(event) : [...first.of(event), ...second.of(event)]),
});

/** Merges the resources of a session with those of extensions. Undefined if there are none. */
const mergedResources = (
  own: Resources | undefined,
  { skills, templates, agents }: Registry,
  warn: (extension: string, line: string) => void,
): Resources | undefined => {
  if (skills.all.length + templates.all.length + agents.all.length === 0) return own;
  return {
    skills: merged("skill", own?.skills, skills, warn),
    templates: merged("prompt template", own?.templates, templates, warn),
    agents: merged("agent", own?.agents, agents, warn),
    warnings: own?.warnings ?? [],
  };
};

interface Named {
  readonly name: string;
}

const merged = <Item extends Named>(
  kind: string,
  own: readonly Item[] = [],
  brought: Registered<Item>,
  warn: (extension: string, line: string) => void,
): readonly Item[] => {
  const all = new Map(own.map((item) => [item.name, item]));
  for (const { extension, value } of brought.all) {
    if (all.has(value.name)) warn(extension, `its ${kind} ${value.name} is skipped: another one has that name.`);
    else all.set(value.name, value);
  }
  return [...all.values()];
};
