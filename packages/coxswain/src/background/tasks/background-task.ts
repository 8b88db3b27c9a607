import type { SubAgent } from "../../loop/index.ts";
import type { Worktree } from "../../workspace/index.ts";
import type { TaskEnding, TaskInfo } from "../../journal/index.ts";

export interface BackgroundTaskParts {
  readonly id: string;
  /** Id of the agent that works on it. */
  readonly agent: string;
  readonly name: string;
  readonly description: string;
  /** The folder that it is worked on in, absolute. */
  readonly cwd: string;
  readonly begunAt: number;
  /** The agent that began it. */
  readonly by: string;
  readonly worktree?: Worktree | undefined;
}

/** A task that goes on beside the conversation, in this process. */
export class BackgroundTask {
  readonly parts: BackgroundTaskParts;
  /** When it is over, and its end is a fact. */
  readonly over: Promise<void>;
  /** Let go of when it is over: its session may be long. */
  #working: SubAgent | undefined;
  readonly #stopping: AbortController;
  readonly #resolve: () => void;
  state: TaskInfo["state"] = "waiting";
  ending: TaskEnding | undefined;
  /** What came of it. */
  text = "";

  constructor(parts: BackgroundTaskParts, working: SubAgent, stopping: AbortController) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.parts = parts;
    this.#working = working;
    this.over = promise;
    this.#resolve = resolve;
    this.#stopping = stopping;
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** The agent, until it is over. */
  get working(): SubAgent | undefined {
    return this.#working;
  }

  get info(): TaskInfo {
    const { id, agent, name, description, begunAt, worktree } = this.parts;
    return Object.freeze({
      id,
      agent,
      name,
      description,
      state: this.state,
      ...(this.ending === undefined ? {} : { ending: this.ending }),
      begunAt,
      ...(worktree === undefined ? {} : { worktree: { path: worktree.path, branch: worktree.branch } }),
    });
  }

  stop(reason: string): void {
    this.#stopping.abort(reason);
    this.#working?.abort(reason);
  }

  end(ending: TaskEnding, text: string): void {
    this.state = "done";
    this.ending = ending;
    this.text = text;
    this.#working = undefined;
    this.#resolve();
  }
}
