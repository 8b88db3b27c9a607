import type { Tool } from "../loop/index.ts";
import { onceFor } from "./once-for.ts";

/** The tools that an open session was given as they are: each stands in the place of what the runtime has under its name. */
export class OwnTools {
  #own: readonly Tool[] = [];
  #over = this.#withOwn();

  keep(tools: readonly Tool[]): void {
    if (tools.length === 0) return;
    const names = new Set(tools.map(({ name }) => name));
    this.#own = [...this.#own.filter(({ name }) => !names.has(name)), ...tools];
    this.#over = this.#withOwn();
  }

  /** With those of the runtime: the same list for as long as all are the same. */
  over(tools: readonly Tool[]): readonly Tool[] {
    return this.#own.length === 0 ? tools : this.#over(tools);
  }

  #withOwn(): (tools: readonly Tool[]) => readonly Tool[] {
    const own = this.#own;
    const names = new Set(own.map(({ name }) => name));
    return onceFor((tools) => [...tools.filter(({ name }) => !names.has(name)), ...own]);
  }
}
