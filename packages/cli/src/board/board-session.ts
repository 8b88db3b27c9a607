import type { AnyEntry } from "coxswain";
import { openQuestion, type PermissionAskEntry } from "coxswain/session";
import type { IndexedSession, SessionOwner } from "coxswain/store";
import { type Block, SessionView } from "coxswain/view";
import { IDLE, type SessionActivity, withEntry } from "../follow/index.ts";

/**
 * State of a session on the board. `waiting`: a question is open in the process that runs it. `interrupted`: no process
 * continues its run or its queue. `idle`: a process has it open and it has nothing to do.
 */
export type BoardState = "waiting" | "running" | "idle" | "interrupted" | "failed" | "done";

/** A session on the board. */
export interface BoardSession {
  readonly session: IndexedSession;
  readonly owner: SessionOwner | undefined;
  readonly state: BoardState;
  /** The open question of a waiting session. */
  readonly question?: PermissionAskEntry;
  /** Its last blocks, in order. */
  readonly blocks: readonly Block[];
}

/** Maximum number of blocks: as many as the board may show. */
const MOST_BLOCKS = 8;

/** Folds the entries of one session, as they are read, to the facts that the board shows. */
export class SessionProgress {
  readonly #view: SessionView;
  #activity: SessionActivity = IDLE;
  #question: PermissionAskEntry | null = openQuestion.initial;
  #failed = false;
  #settled: readonly Block[] = [];

  /** @param id the session's id */
  constructor(id: string) {
    this.#view = new SessionView(id);
  }

  add(entry: AnyEntry): void {
    this.#activity = withEntry(this.#activity, entry);
    this.#question = openQuestion.apply(this.#question, entry);
    if (entry.type === "run_end") this.#failed = entry.outcome.kind === "failed";
    this.#view.add(entry);
    const taken = this.#view.takeSettled();
    if (taken.length > 0) this.#settled = [...this.#settled, ...taken].slice(-MOST_BLOCKS);
  }

  /** Describes the session for the board. */
  seen(session: IndexedSession, owner: SessionOwner | undefined): BoardSession {
    const blocks = [...this.#settled, ...this.#view.blocks].slice(-MOST_BLOCKS);
    const question = this.#question;
    const state = this.#state(owner !== undefined);
    return { session, owner, state, blocks, ...(state === "waiting" && question !== null ? { question } : {}) };
  }

  #state(isOpen: boolean): BoardState {
    const hasWork = this.#activity.active !== undefined || this.#activity.queued.size > 0;
    if (hasWork) return !isOpen ? "interrupted" : this.#question === null ? "running" : "waiting";
    if (isOpen) return "idle";
    return this.#failed ? "failed" : "done";
  }
}
