import type { Projection, ProjectionRequest, Quarantine, RepairEntry } from "../../context/index.ts";
import type { Entry, Log } from "../../log/index.ts";
import type { RunEvent } from "../../loop/index.ts";
import { waitForAll } from "../../base/index.ts";
import { addUsage, type ModelRequest } from "../../model/index.ts";
import type { SessionEvent, SessionJournal } from "../../journal/index.ts";
import type { RunSpending, RequestUsage } from "../../budget/index.ts";
import type { HistoryLocation } from "./history-location.ts";

/** The history that a request was made of. */
export interface RepairableHistory {
  readonly path: readonly Entry[];
  /** What the model is sent now, or would be without these. */
  readonly messages: (without?: readonly Quarantine[]) => ModelRequest["messages"];
  /** The entry, and where in its content, that a place in a request came from. */
  readonly trace: (place: HistoryLocation) => Quarantine | undefined;
  /** Leaves items out from now on. Resolves when the log has it. */
  readonly quarantine: (items: readonly Quarantine[], reason: string) => Promise<void>;
  /** Is told what a request took that only looked for what is refused. */
  readonly took: (spent: RequestUsage) => void;
  readonly tell: (event: SessionEvent | RunEvent) => void;
}

interface RepairableParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly project: Projection;
  readonly spending: Pick<RunSpending, "count">;
}

/** A session's history, as it is projected for one request. */
export const repairableHistory = ({ log, journal, project, spending }: RepairableParts, asked: ProjectionRequest): RepairableHistory => {
  const search = new SearchCost(asked.model.reference);
  return {
    get path() {
      return log.path;
    },
    messages: (without) => project(log.path, without === undefined ? asked : { ...asked, without }),
    trace: ({ message, part }) => project.trace(log.path, message, part),
    async quarantine(items, reason) {
      const entries = items.map((item, at) => ({ type: "repair", ...item, reason, ...(at === 0 ? search.told : {}) }) as const);
      await waitForAll(entries.map((entry) => journal.append<RepairEntry>(entry)));
    },
    took(spent) {
      search.add(spent);
      spending.count(spent);
    },
    tell: (event) => journal.emit(event),
  };
};

/** What the requests took together that looked for what of a history is refused. */
class SearchCost {
  readonly #model: string;
  #took: RequestUsage | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  add(spent: RequestUsage): void {
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
