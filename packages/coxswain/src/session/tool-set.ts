import type { JsonSchema, Tool, Tools } from "../loop/index.ts";
import { answerJudge } from "../output/index.ts";

export interface ToolChoice {
  /** The names of those that the session names; undefined: all. */
  readonly chosen: () => readonly string[] | undefined;
  /** The reference of the model that answers now. */
  readonly model: () => string;
  /** What a session has by itself, where it has tools at all. One that the runtime has under the same name is in its place. */
  readonly besides: () => readonly Tool[];
}

/**
 * The tools that the model may call now: of those that the runtime has, the ones that the session names, or else that suit the model, and
 * its own.
 */
export class ToolSet implements Tools {
  readonly #given: () => readonly Tool[];
  readonly #choice: ToolChoice;
  readonly #judges = new WeakMap<JsonSchema, ReturnType<typeof answerJudge>>();
  #known: readonly Tool[] | undefined;
  #byName: ReadonlyMap<string, Tool> = new Map();

  /** `given` says which tools there are now: the same list for as long as they are the same. */
  constructor(given: () => readonly Tool[], choice: ToolChoice) {
    this.#given = given;
    this.#choice = choice;
  }

  /** In the order in which the runtime has them, so that a request begins with the same bytes each time. */
  list(): readonly Tool[] {
    const isOffered = this.#offered();
    return [...[...this.#tools().values()].filter(isOffered), ...this.#own()];
  }

  find(name: string): Tool | undefined {
    const found = this.#tools().get(name);
    const given = found !== undefined && this.#offered()(found) ? found : undefined;
    return given ?? this.#own().find((tool) => tool.name === name);
  }

  names(): readonly string[] {
    return this.list().map(({ name }) => name);
  }

  async schemaProblems(schema: JsonSchema, value: unknown): Promise<readonly string[]> {
    let judge = this.#judges.get(schema);
    if (judge === undefined) this.#judges.set(schema, (judge = answerJudge(schema)));
    return (await judge)(value);
  }

  #offered(): (tool: Tool) => boolean {
    const chosen = this.#choice.chosen();
    if (chosen !== undefined) return ({ name }) => chosen.includes(name);
    const model = this.#choice.model();
    return (tool) => tool.supportsModel?.(model) ?? true;
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
