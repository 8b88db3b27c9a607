import type { AnyEntry } from "coxswain";
import { openQuestion, openUserQuestion, type PermissionAskEntry, type QuestionAskEntry } from "coxswain/session";
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
  /** The open question of a waiting session: about a call, or of the model. */
  readonly question?: PermissionAskEntry | QuestionAskEntry;
  /** Task of the sub-agent that asks. Absent: the session's own agent asks, or the task is not known. */
  readonly task?: string;
  /** Its last blocks, in order. */
  readonly blocks: readonly Block[];
}

/** Maximum number of blocks: as many as the board may show. */
const MOST_BLOCKS = 8;

/** Folds the entries of one session, as they are read, to the facts that the board shows. */
export class SessionProgress {
  readonly #view: SessionView;
  #activity: SessionActivity = IDLE;
  #permission = openQuestion.initial;
  #userQuestion = openUserQuestion.initial;
  #failed = false;
  #settled: readonly Block[] = [];

  /** @param id the session's id */
  constructor(id: string) {
    this.#view = new SessionView(id);
  }

  add(entry: AnyEntry): void {
    this.#activity = withEntry(this.#activity, entry);
    this.#permission = openQuestion.apply(this.#permission, entry);
    this.#userQuestion = openUserQuestion.apply(this.#userQuestion, entry);
    if (entry.type === "run_end") this.#failed = entry.outcome.kind === "failed";
    this.#view.add(entry);
    const taken = this.#view.takeSettled();
    if (taken.length > 0) this.#settled = [...this.#settled, ...taken].slice(-MOST_BLOCKS);
  }

  /** Describes the session for the board. */
  seen(session: IndexedSession, owner: SessionOwner | undefined): BoardSession {
    const blocks = [...this.#settled, ...this.#view.blocks].slice(-MOST_BLOCKS);
    const state = this.#state(owner !== undefined);
    if (state !== "waiting") return { session, owner, state, blocks };
    const question = this.#permission ?? this.#userQuestion;
    const agent = this.#permission?.agent;
    const task = agent === undefined ? undefined : this.#view.taskOf(agent.id);
    return { session, owner, state, blocks, ...(question === null ? {} : { question }), ...(task === undefined ? {} : { task }) };
  }

  #state(isOpen: boolean): BoardState {
    const hasWork = this.#activity.active !== undefined || this.#activity.queued.size > 0;
    // A background task may ask between two runs.
    if (isOpen && (this.#permission !== null || this.#userQuestion !== null)) return "waiting";
    if (hasWork) return isOpen ? "running" : "interrupted";
    if (isOpen) return "idle";
    return this.#failed ? "failed" : "done";
  }
}
