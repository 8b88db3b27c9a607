import type { Setup, TaskEnding, TaskInfo } from "../journal/index.ts";
import type { SubAgent, Tool } from "../loop/index.ts";
import type { Models } from "../model/index.ts";
import type { Worktree } from "../workspace/index.ts";

/** The setup of a sub-agent, with everything that its caller left open resolved. */
export interface ResolvedAgentSetup {
  readonly name: string | undefined;
  /** The first entry of its session. */
  readonly setup: Setup;
  /** The working directory, absolute. */
  readonly cwd: string;
  /** Context window of its model in tokens; undefined if unknown. */
  readonly window: number | undefined;
  /** The parent's models, and the model object that the caller passed, if any. */
  readonly models: Models;
  /** Tool objects that the caller, or one of its ancestors, passed. */
  readonly tools: readonly Tool[];
}

export interface BackgroundTaskParts {
  readonly id: string;
  /** Id of the agent that works on it. */
  readonly agent: string;
  readonly name: string;
  readonly description: string;
  /** The working directory, absolute. */
  readonly cwd: string;
  readonly begunAt: number;
  /** Id of the agent that started it. */
  readonly by: string;
  readonly worktree?: Worktree | undefined;
}

/** A task that this process runs in the background. */
export class BackgroundTask {
  readonly parts: BackgroundTaskParts;
  /** Resolves when it has ended and the end is recorded. */
  readonly over: Promise<void>;
  /** Released at the end: its session may be long. */
  #subAgent: SubAgent | undefined;
  readonly #stopping: AbortController;
  readonly #resolve: () => void;
  state: TaskInfo["state"] = "waiting";
  ending: TaskEnding | undefined;
  /** The result. */
  text = "";

  constructor(parts: BackgroundTaskParts, subAgent: SubAgent, stopping: AbortController) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.parts = parts;
    this.#subAgent = subAgent;
    this.over = promise;
    this.#resolve = resolve;
    this.#stopping = stopping;
  }

  get isOver(): boolean {
    return this.state === "done";
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** The agent, until the end. */
  get subAgent(): SubAgent | undefined {
    return this.#subAgent;
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
    this.#subAgent?.abort(reason);
  }

  end(ending: TaskEnding, text: string): void {
    this.state = "done";
    this.ending = ending;
    this.text = text;
    this.#subAgent = undefined;
    this.#resolve();
  }
}
