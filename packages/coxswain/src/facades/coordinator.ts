import type { Outcome } from "../loop/index.ts";
import type { CompactionResult } from "../compaction/index.ts";
import type { Session } from "../session/index.ts";
import type { Setup } from "../journal/index.ts";
import type { CreateOptions, Runtime } from "../runtime/index.ts";
import { Requests } from "./requests.ts";
import { type AgentCall, SessionAgent } from "./session-agent.ts";

export interface CoordinatorConfig {
  readonly runtime: Runtime;
  /**
   * Model references: `large` answers; `small` writes summaries and titles. Default of `small`: the counterpart of
   * `large`.
   */
  readonly models: { readonly large: string; readonly small?: string };
  /** Text before the system prompt. Default: none. */
  readonly systemPromptPrefix?: string;
  /** Default: `DEFAULT_SYSTEM_PROMPT`. */
  readonly systemPrompt?: string;
  /** Names of the tools that the agent may use. Default: all tools of the runtime. */
  readonly allowedTools?: readonly string[];
  /** True to leave the compaction of a full window to the user. Default: false. */
  readonly disableAutoSummarize?: boolean;
  /** Folder of new sessions. Default: the process's. */
  readonly cwd?: string;
}

/** Runs prompts in sessions by id, for programs with or without a screen. */
export class Coordinator {
  readonly #runtime: Runtime;
  readonly #setup: CreateOptions;
  readonly #requests = new Requests();
  /** Sessions that the coordinator created or prompted. */
  readonly #sessions = new Set<string>();
  #large: string;
  #isYolo = false;

  constructor(config: CoordinatorConfig) {
    const { runtime, models, cwd } = config;
    this.#runtime = runtime;
    this.#large = models.large;
    this.#setup = { ...setupOf(config), ...(cwd === undefined ? {} : { cwd }) };
  }

  /** Creates a session. */
  async create(title?: string): Promise<Session> {
    const setup = { ...this.#setup, model: this.#large, ...(title === undefined ? {} : { title }) };
    return this.#adopt(await this.#runtime.create(setup));
  }

  /**
   * Prompts a session. Resolves with the outcome, or with null at once if the session is busy and the prompt is queued
   * for its next request.
   * @throws {SessionNotFoundError}
   */
  async run(sessionId: string, prompt: string, call: AgentCall = {}): Promise<Outcome | null> {
    const model = this.#large;
    return this.#requests.run(sessionId, async (cancelled) => {
      const session = await this.#adopt(await this.#runtime.open(sessionId));
      // An active run retains its model.
      if (!session.isBusy && session.state.model !== model) await session.set({ model });
      const signal = call.signal === undefined ? cancelled : AbortSignal.any([cancelled, call.signal]);
      return new SessionAgent(session).run(prompt, { ...call, signal });
    });
  }

  /**
   * Aborts the current run or summary of a session, whichever caller started it, and drops its queue. A prompt of `run` counts
   * from the call on, before its session is open. Other sessions continue.
   */
  cancel(sessionId: string): void {
    this.#requests.cancel(sessionId);
    this.#find(sessionId)?.cancel();
  }

  /** Returns whether a session has a run or a summary in progress, whichever caller started it. */
  isBusy(sessionId: string): boolean {
    return this.#requests.has(sessionId) || this.#runtime.opened(sessionId)?.status === "running";
  }

  /** True if calls run without a question, except those that a policy denies or asks about. */
  get isYolo(): boolean {
    return this.#isYolo;
  }

  /**
   * Turns questions for permission off, or on again, in the sessions of this coordinator, also in their active runs. Returns
   * whether they are off. A question that is open stays open.
   */
  toggleYolo(): boolean {
    this.#isYolo = !this.#isYolo;
    for (const id of this.#sessions)
      void this.#runtime
        .opened(id)
        ?.set({ yolo: this.#isYolo })
        .catch(() => undefined); // closed
    return this.#isYolo;
  }

  /** Returns the queued prompts of a session, as typed. */
  queuedPrompts(sessionId: string): readonly string[] {
    return this.#find(sessionId)?.queued.map(({ text }) => text) ?? [];
  }

  /** Drops the queue of a session, and returns its length. */
  clearQueue(sessionId: string): number {
    return this.#find(sessionId)?.clearQueue() ?? 0;
  }

  /**
   * Replaces a session's conversation by a summary of the small model.
   * @throws {SessionNotFoundError}
   * @throws every error of `Session.compact`
   */
  async summarize(sessionId: string): Promise<CompactionResult> {
    return new SessionAgent(await this.#runtime.open(sessionId)).summarize();
  }

  /** Changes the answering model of every session, from its next run on. */
  setLargeModel(reference: string): void {
    this.#large = reference;
  }

  async #adopt(session: Session): Promise<Session> {
    this.#sessions.add(session.id);
    if (this.#isYolo) await session.set({ yolo: true });
    return session;
  }

  #find(sessionId: string): SessionAgent | undefined {
    const session = this.#runtime.opened(sessionId);
    return session && new SessionAgent(session);
  }
}

/** A steered run completes its batch of calls, an interrupted message is retained, and a denied call ends the run. */
const setupOf = ({ models, systemPromptPrefix, systemPrompt, allowedTools, disableAutoSummarize = false }: CoordinatorConfig): Setup => ({
  model: models.large,
  steerMode: "after-batch",
  onAbort: "keep",
  onDeny: "stop",
  compaction: { auto: disableAutoSummarize ? "off" : "auto", keepTokens: 0 },
  ...(models.small === undefined ? {} : { smallModel: models.small }),
  ...(systemPromptPrefix === undefined ? {} : { systemPrefix: systemPromptPrefix }),
  ...(systemPrompt === undefined ? {} : { systemPrompt }),
  ...(allowedTools === undefined ? {} : { tools: allowedTools }),
});
