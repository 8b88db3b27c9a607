import type { Tool } from "../../loop/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { withSessionTools } from "../tool-source.ts";
import { checkTool, type ExtensionTool, type Inside, toolOf } from "./extension-tool.ts";
import type { ExtensionCode } from "./extension-code.ts";
import { inWords } from "./in-words.ts";
import type { RegisteredItem, Registered } from "./registered.ts";
import type { ToolMaker } from "./registry.ts";

export interface BoundToolsParts {
  /** The program's own tools, bound to the workspace. */
  readonly own: readonly Tool[];
  /** Tools that the session received as objects. */
  readonly sessionTools: readonly Tool[] | undefined;
  readonly registered: Registered<ToolMaker>;
  readonly workspace: Workspace;
  readonly code: ExtensionCode;
  readonly warn: (extension: string, line: string) => void;
}

/** Tools of one open session: the program's tools, and those that extensions currently provide. */
export class BoundTools {
  readonly #parts: BoundToolsParts;
  readonly #made = new WeakMap<RegisteredItem<ToolMaker>, Made>();
  #registered: readonly RegisteredItem<ToolMaker>[] = [];
  #all: readonly Tool[];

  constructor(parts: BoundToolsParts) {
    this.#parts = parts;
    this.#all = withSessionTools(parts.own, parts.sessionTools);
  }

  /** Returns the same array until a tool is added or removed. */
  get all(): readonly Tool[] {
    const { registered } = this.#parts;
    if (registered.all !== this.#registered) {
      this.#registered = registered.all;
      this.#all = this.#merged();
    }
    return this.#all;
  }

  #merged(): readonly Tool[] {
    const { own, sessionTools, warn } = this.#parts;
    const all = new Map(own.map((tool) => [tool.name, tool]));
    const from = new Map<string, string>();
    for (const brought of this.#registered) {
      const made = this.#tool(brought);
      if (made === undefined) continue;
      const { tool, replace } = made;
      const holder = from.get(tool.name) ?? (all.has(tool.name) && !replace ? "the program itself" : undefined);
      if (holder === undefined) {
        all.set(tool.name, tool);
        from.set(tool.name, `the extension ${brought.extension}`);
      } else warn(brought.extension, `its tool ${tool.name} is skipped: ${holder} has one of that name.`);
    }
    return withSessionTools([...all.values()], sessionTools);
  }

  /** Reports a tool whose factory fails once, and does not retry it. */
  #tool(brought: RegisteredItem<ToolMaker>): Made["tool"] {
    let made = this.#made.get(brought);
    if (made === undefined) this.#made.set(brought, (made = { tool: this.#make(brought) }));
    return made.tool;
  }

  #make({ extension, value }: RegisteredItem<ToolMaker>): Made["tool"] {
    const { warn, code } = this.#parts;
    const inside: Inside = (work) => code.withinNamed(extension, work);
    try {
      const definition: ExtensionTool = typeof value === "function" ? inside(() => value(this.#parts.workspace)) : value;
      if (typeof value === "function") checkTool(definition);
      const failed = (what: string, error: unknown): void =>
        warn(extension, `its tool ${definition.name} cannot ${what}: ${inWords(error)}`);
      return { tool: withFailureReports(toolOf(definition, inside), failed), replace: definition.replace === true };
    } catch (error) {
      warn(extension, `a tool of it cannot be made: ${inWords(error)}`);
      return undefined;
    }
  }
}

/** Wraps a tool so that an exception in its preserver does not fail a compaction. */
const withFailureReports = (tool: Tool, failed: (what: string, error: unknown) => void): Tool => {
  if (tool.preserveOnCompaction === undefined) return tool;
  const preserveOnCompaction: NonNullable<Tool["preserveOnCompaction"]> = (facts) => {
    try {
      return tool.preserveOnCompaction?.(facts);
    } catch (error) {
      failed("say what a compaction is to carry", error);
      return undefined;
    }
  };
  return Object.assign(Object.create(tool) as Tool, { preserveOnCompaction });
};

interface Made {
  readonly tool: { readonly tool: Tool; readonly replace: boolean } | undefined;
}
