import type { Tool } from "../loop/index.ts";
import { memoizeLast } from "./once-for.ts";

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
