import type { JsonSchema, Tool, Tools } from "../loop/index.ts";
import { answerJudge } from "../output/index.ts";
import { compacted, recallTool } from "../compaction/index.ts";
import type { Log } from "../log/index.ts";
import type { SessionResources } from "./resources/index.ts";
import { branchState } from "../journal/index.ts";

interface ToolChoice {
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

/** The tools that an open session was given as they are: each stands in the place of what the runtime has under its name. */
export class OwnTools {
  #own: readonly Tool[] = [];
  #over: ((tools: readonly Tool[]) => readonly Tool[]) | undefined;

  keep(tools: readonly Tool[]): void {
    if (tools.length === 0) return;
    this.#own = withOwn(this.#own, tools);
    this.#over = this.#withOwn();
  }

  get list(): readonly Tool[] {
    return this.#own;
  }

  /** With those of the runtime: the same list for as long as all are the same. */
  over(tools: readonly Tool[]): readonly Tool[] {
    return this.#over?.(tools) ?? tools;
  }

  #withOwn(): (tools: readonly Tool[]) => readonly Tool[] {
    const own = this.#own;
    return memoizeLast((tools) => withOwn(tools, own));
  }
}

/** Each of its own in the place of the one of its name. */
export const withOwn = (tools: readonly Tool[], own: readonly Tool[]): readonly Tool[] => {
  const names = new Set(own.map(({ name }) => name));
  return [...tools.filter(({ name }) => !names.has(name)), ...own];
};

/**
 * The tools of a session: those that its skills and its agents bring, and the runtime's; of these the ones that its log names. From its first
 * compaction on also the one that reads back what a summary stands for, unless it is to have no tools.
 */
export const sessionTools = (
  log: Log,
  resources: SessionResources,
  ofTasks: readonly Tool[] | undefined,
  tools: () => readonly Tool[],
): ToolSet => {
  const recall = recallTool({
    async path() {
      await log.complete();
      return log.path;
    },
  });
  const both = memoizeLast((given: readonly Tool[]) => [...resources.tools, ...(ofTasks ?? []), ...given]);
  return new ToolSet(() => both(tools()), {
    chosen: () => log.view(branchState).tools,
    model: () => log.view(branchState).model,
    besides: () => (log.view(compacted) ? [recall] : []),
  });
};

/** Makes something of a thing once, for as long as it is the same thing that is given. */
export const memoizeLast = <Given, Made>(make: (given: Given) => Made): ((given: Given) => Made) => {
  let last: { readonly given: Given; readonly made: Made } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) };
    return last.made;
  };
};
