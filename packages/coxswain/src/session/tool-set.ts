import type { Tool, Tools } from "../loop/index.ts";

export interface ToolChoice {
  /** The names of those that the session names; undefined: all. */
  readonly chosen: () => readonly string[] | undefined;
  /** What a session has by itself, where it has tools at all. One that the runtime has under the same name is in its place. */
  readonly besides: () => readonly Tool[];
}

/** The tools that the model may call now: of those that the runtime has, the ones that the session names, and its own. */
export class ToolSet implements Tools {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #choice: ToolChoice;

  constructor(tools: readonly Tool[], choice: ToolChoice) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#choice = choice;
  }

  /** In the order in which the runtime has them, so that a request begins with the same bytes each time. */
  list(): readonly Tool[] {
    const chosen = this.#choice.chosen();
    const all = [...this.#tools.values()];
    return [...(chosen === undefined ? all : all.filter(({ name }) => chosen.includes(name))), ...this.#own()];
  }

  find(name: string): Tool | undefined {
    const chosen = this.#choice.chosen();
    const given = chosen === undefined || chosen.includes(name) ? this.#tools.get(name) : undefined;
    return given ?? this.#own().find((tool) => tool.name === name);
  }

  names(): readonly string[] {
    return this.list().map(({ name }) => name);
  }

  #own(): readonly Tool[] {
    if (this.#choice.chosen()?.length === 0) return [];
    return this.#choice.besides().filter(({ name }) => !this.#tools.has(name));
  }
}
