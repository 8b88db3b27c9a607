import type { Projection, ProjectionRequest, Quarantine, RepairEntry } from "../../context/index.ts";
import type { Entry, Log } from "../../log/index.ts";
import type { RunEvent } from "../../loop/index.ts";
import { waitForAll } from "../../base/index.ts";
import { addUsage, type ModelRequest } from "../../model/index.ts";
import type { SessionEvent, SessionJournal } from "../../journal/index.ts";
import type { RunSpending, RequestUsage } from "../../budget/index.ts";
import type { HistoryLocation } from "./history-location.ts";

/** The history behind a request. */
export interface RepairableHistory {
  readonly path: readonly Entry[];
  /** Returns the messages of the request, or of one without these items. */
  readonly messages: (without?: readonly Quarantine[]) => ModelRequest["messages"];
  /** Returns the entry, and the part of its content, that a location in a request came from. */
  readonly trace: (place: HistoryLocation) => Quarantine | undefined;
  /** Omits items from all later requests. Resolves when the log has the entries. */
  readonly quarantine: (items: readonly Quarantine[], reason: string) => Promise<void>;
  /** Counts the spending of a probe. */
  readonly onUsage: (spent: RequestUsage) => void;
  readonly tell: (event: SessionEvent | RunEvent) => void;
}

interface RepairableParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly project: Projection;
  readonly spending: Pick<RunSpending, "count">;
}

/** Returns a session's history as projected for one request. */
export const repairableHistory = ({ log, journal, project, spending }: RepairableParts, asked: ProjectionRequest): RepairableHistory => {
  const search = new SearchCost(asked.model.reference);
  return {
    get path() {
      return log.path.entries;
    },
    messages: (without) => project(log.path, without === undefined ? asked : { ...asked, without }),
    trace: ({ message, part }) => project.trace(log.path, message, part),
    async quarantine(items, reason) {
      const entries = items.map((item, at) => ({ type: "repair", ...item, reason, ...(at === 0 ? search.spent : {}) }) as const);
      await waitForAll(entries.map((entry) => journal.append<RepairEntry>(entry)));
    },
    onUsage(spent) {
      search.add(spent);
      spending.count(spent);
    },
    tell: (event) => journal.emit(event),
  };
};

/** The total spending of a repair's probes. */
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

  /** As fields of the `repair` entry. */
  get spent(): Pick<RepairEntry, "model" | "usage" | "cost"> {
    return this.#took === undefined ? {} : { model: this.#model, ...this.#took };
  }
}
