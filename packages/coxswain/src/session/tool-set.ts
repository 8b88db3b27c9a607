import type { Tool, Tools } from "../loop/index.ts";

/** The tools that the model may call now: of those that the runtime has, the ones that the session names. */
export class ToolSet implements Tools {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #chosen: () => readonly string[] | undefined;

  constructor(tools: readonly Tool[], chosen: () => readonly string[] | undefined) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#chosen = chosen;
  }

  /** In the order in which the runtime has them, so that a request begins with the same bytes each time. */
  list(): readonly Tool[] {
    const chosen = this.#chosen();
    const all = [...this.#tools.values()];
    return chosen === undefined ? all : all.filter(({ name }) => chosen.includes(name));
  }

  find(name: string): Tool | undefined {
    const chosen = this.#chosen();
    return chosen === undefined || chosen.includes(name) ? this.#tools.get(name) : undefined;
  }

  names(): readonly string[] {
    return this.list().map(({ name }) => name);
  }
}
