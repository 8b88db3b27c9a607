import type { Tool, Tools } from "../loop/index.ts";

export interface ToolChoice {
  /** The names of those that the session names; undefined: all. */
  readonly chosen: () => readonly string[] | undefined;
  /** What a session has by itself, where it has tools at all. One that the runtime has under the same name is in its place. */
  readonly besides: () => readonly Tool[];
}

/** The tools that the model may call now: of those that the runtime has, the ones that the session names, and its own. */
export class ToolSet implements Tools {
  readonly #given: () => readonly Tool[];
  readonly #choice: ToolChoice;
  #known: readonly Tool[] | undefined;
  #byName: ReadonlyMap<string, Tool> = new Map();

  /** `given` says which tools there are now: the same list for as long as they are the same. */
  constructor(given: () => readonly Tool[], choice: ToolChoice) {
    this.#given = given;
    this.#choice = choice;
  }

  /** In the order in which the runtime has them, so that a request begins with the same bytes each time. */
  list(): readonly Tool[] {
    const chosen = this.#choice.chosen();
    const all = [...this.#tools().values()];
    return [...(chosen === undefined ? all : all.filter(({ name }) => chosen.includes(name))), ...this.#own()];
  }

  find(name: string): Tool | undefined {
    const chosen = this.#choice.chosen();
    const given = chosen === undefined || chosen.includes(name) ? this.#tools().get(name) : undefined;
    return given ?? this.#own().find((tool) => tool.name === name);
  }

  names(): readonly string[] {
    return this.list().map(({ name }) => name);
  }

  #tools(): ReadonlyMap<string, Tool> {
    const given = this.#given();
    if (given !== this.#known) {
      this.#known = given;
      this.#byName = new Map(given.map((tool) => [tool.name, tool]));
    }
    return this.#byName;
  }

  #own(): readonly Tool[] {
    if (this.#choice.chosen()?.length === 0) return [];
    const tools = this.#tools();
    return this.#choice.besides().filter(({ name }) => !tools.has(name));
  }
}
