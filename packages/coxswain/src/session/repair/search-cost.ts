import type { RepairEntry } from "../../context/index.ts";
import { addUsage } from "../../model/index.ts";
import type { Took } from "../../budget/index.ts";

/** What the requests took together that looked for what of a history is refused. */
export class SearchCost {
  readonly #model: string;
  #took: Took | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  add(spent: Took): void {
    const before = this.#took;
    if (before === undefined) this.#took = spent;
    else {
      const usage = addUsage(before.usage, spent.usage);
      this.#took = spent.cost === undefined ? { usage } : { usage, cost: (before.cost ?? 0) + spent.cost };
    }
  }

  /** As the fact that tells what was found has it. */
  get told(): Pick<RepairEntry, "model" | "usage" | "cost"> {
    return this.#took === undefined ? {} : { model: this.#model, ...this.#took };
  }
}
