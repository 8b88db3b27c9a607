import { CALL_TOOL, type JsonSchema, MCP_SEARCH, type Tool, type Tools } from "../loop/index.ts";
import type { McpOffer } from "../mcp/index.ts";
import { answerValidator } from "../output/index.ts";
import { compacted, recallTool } from "../compaction/index.ts";
import type { Log } from "../log/index.ts";
import type { SessionResources } from "./resources/index.ts";
import { branchState } from "../journal/index.ts";

interface ToolChoice {
  /** Names of the tools that the session names; undefined: all. */
  readonly chosen: () => readonly string[] | undefined;
  /** Reference of the current model. */
  readonly model: () => string;
  /** Built-in tools of a session that has any tools. A runtime's tool of the same name replaces one. */
  readonly additional: () => readonly Tool[];
  /** The tools of MCP servers. Default: none. */
  readonly mcp?: Pick<McpOffer, "find"> | undefined;
}

/**
 * The tools that the model may call now: the runtime's tools that the session names, by default those that support the model,
 * and the session's built-in ones.
 */
export class ToolSet implements Tools {
  readonly #baseTools: () => readonly Tool[];
  readonly #choice: ToolChoice;
  readonly #judges = new WeakMap<JsonSchema, ReturnType<typeof answerValidator>>();
  #lastBaseTools: readonly Tool[] | undefined;
  #byName: ReadonlyMap<string, Tool> = new Map();

  /** `baseTools` returns the runtime's tools: the same list while they are the same. */
  constructor(baseTools: () => readonly Tool[], choice: ToolChoice) {
    this.#baseTools = baseTools;
    this.#choice = choice;
  }

  /** Tools in the runtime's order, so that every request starts with the same bytes. */
  list(): readonly Tool[] {
    const isOffered = this.#offered();
    return [...[...this.#tools().values()].filter(isOffered), ...this.#own()];
  }

  find(name: string): Tool | undefined {
    const found = this.#tools().get(name);
    const offered = found !== undefined && this.#offered()(found) ? found : undefined;
    return offered ?? this.#own().find((tool) => tool.name === name) ?? this.#unlisted(name);
  }

  names(): readonly string[] {
    return this.list().map(({ name }) => name);
  }

  async schemaProblems(schema: JsonSchema, value: unknown): Promise<readonly string[]> {
    let validator = this.#judges.get(schema);
    if (validator === undefined) this.#judges.set(schema, (validator = answerValidator(schema)));
    return (await validator)(value);
  }

  /** Finds a tool that requests do not list, and that the model may call through another one. */
  #unlisted(name: string): Tool | undefined {
    const chosen = this.#choice.chosen();
    return chosen === undefined || isChosen(name, chosen) ? this.#choice.mcp?.find(name) : undefined;
  }

  #offered(): (tool: Tool) => boolean {
    const chosen = this.#choice.chosen();
    if (chosen !== undefined) return ({ name }) => isChosen(name, chosen);
    const model = this.#choice.model();
    return (tool) => tool.supportsModel?.(model) ?? true;
  }

  #tools(): ReadonlyMap<string, Tool> {
    const baseTools = this.#baseTools();
    if (baseTools !== this.#lastBaseTools) {
      this.#lastBaseTools = baseTools;
      this.#byName = new Map(baseTools.map((tool) => [tool.name, tool]));
    }
    return this.#byName;
  }

  #own(): readonly Tool[] {
    if (this.#choice.chosen()?.length === 0) return [];
    const tools = this.#tools();
    return this.#choice.additional().filter(({ name }) => !tools.has(name));
  }
}

/**
 * Returns whether a list of names includes a tool. `mcp__SERVER` includes all tools of a server, and `call_tool` those of all
 * servers; any of these includes the tools through which the model reaches them.
 */
const isChosen = (name: string, chosen: readonly string[]): boolean => {
  if (chosen.includes(name)) return true;
  if (name === CALL_TOOL || name === MCP_SEARCH) return chosen.some((one) => one.startsWith("mcp__"));
  return name.startsWith("mcp__") && chosen.some((one) => one === CALL_TOOL || (one.startsWith("mcp__") && name.startsWith(`${one}__`)));
};

/** The tool objects that an open session was given. Each replaces the runtime's tool of its name. */
export class OwnTools {
  #own: readonly Tool[] = [];
  #over: ((tools: readonly Tool[]) => readonly Tool[]) | undefined;

  add(tools: readonly Tool[]): void {
    if (tools.length === 0) return;
    this.#own = withOwn(this.#own, tools);
    this.#over = this.#withOwn();
  }

  get list(): readonly Tool[] {
    return this.#own;
  }

  /** Merges them with the runtime's tools. Returns the same list while all are the same. */
  over(tools: readonly Tool[]): readonly Tool[] {
    return this.#over?.(tools) ?? tools;
  }

  #withOwn(): (tools: readonly Tool[]) => readonly Tool[] {
    const own = this.#own;
    return memoizeLast((tools) => withOwn(tools, own));
  }
}

/** Replaces tools by those of the same name in `own`, and appends the others of `own`. */
export const withOwn = (tools: readonly Tool[], own: readonly Tool[]): readonly Tool[] => {
  const names = new Set(own.map(({ name }) => name));
  return [...tools.filter(({ name }) => !names.has(name)), ...own];
};

/**
 * The tools of a session: those of its skills and tasks, and the runtime's, as far as its log names them. After the first compaction also
 * `recall`, which reads back what a summary replaced, unless the session has no tools.
 */
export const sessionTools = ({ log, resources, ofTasks, mcp, tools }: SessionToolSources): ToolSet => {
  const recall = recallTool({
    async path() {
      await log.complete();
      return log.path.entries;
    },
  });
  const both = memoizeLast((baseTools: readonly Tool[]) => [...resources.tools, ...(ofTasks ?? []), ...baseTools]);
  const all = (): readonly Tool[] => both(tools());
  return new ToolSet(mcp === undefined ? all : withListed(all, mcp), {
    mcp,
    chosen: () => log.view(branchState).tools,
    model: () => log.view(branchState).model,
    additional: () => (log.view(compacted) ? [recall] : []),
  });
};

interface SessionToolSources {
  readonly log: Log;
  readonly resources: SessionResources;
  /** The tools of background tasks. */
  readonly ofTasks: readonly Tool[] | undefined;
  readonly mcp: McpOffer | undefined;
  /** Returns the runtime's tools. */
  readonly tools: () => readonly Tool[];
}

/** Adds the listed tools of MCP servers. A runtime's tool of the same name replaces one. Returns the same list while all are the same. */
const withListed = (tools: () => readonly Tool[], mcp: Pick<McpOffer, "listed">): (() => readonly Tool[]) => {
  let last: { readonly base: readonly Tool[]; readonly listed: readonly Tool[]; readonly all: readonly Tool[] } | undefined;
  return () => {
    const base = tools();
    const { listed } = mcp;
    if (last?.base !== base || last.listed !== listed) last = { base, listed, all: withOwn(listed, base) };
    return last.all;
  };
};

/** Memoizes the last result of a function of one argument, compared by identity. */
export const memoizeLast = <Input, Output>(compute: (input: Input) => Output): ((input: Input) => Output) => {
  let last: { readonly input: Input; readonly output: Output } | undefined;
  return (input) => {
    if (last?.input !== input) last = { input, output: compute(input) };
    return last.output;
  };
};
