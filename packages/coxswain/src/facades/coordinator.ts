import type { Outcome } from "../loop/index.ts";
import type { CompactionResult } from "../compaction/index.ts";
import type { Session } from "../session/index.ts";
import type { Setup } from "../journal/index.ts";
import type { CreateOptions, Runtime } from "../runtime/index.ts";
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
  #large: string;

  constructor(config: CoordinatorConfig) {
    const { runtime, models, cwd } = config;
    this.#runtime = runtime;
    this.#large = models.large;
    this.#setup = { ...setupOf(config), ...(cwd === undefined ? {} : { cwd }) };
  }

  /** Creates a session. */
  async create(title?: string): Promise<Session> {
    return this.#runtime.create({ ...this.#setup, model: this.#large, ...(title === undefined ? {} : { title }) });
  }

  /**
   * Prompts a session. Resolves with the outcome, or with null at once if the session is busy and the prompt is queued
   * for its next request.
   * @throws {SessionNotFoundError}
   */
  async run(sessionId: string, prompt: string, call?: AgentCall): Promise<Outcome | null> {
    const session = await this.#runtime.open(sessionId);
    // An active run retains its model.
    if (!session.isBusy && session.state.model !== this.#large) await session.set({ model: this.#large });
    return new SessionAgent(session).run(prompt, call);
  }

  /**
   * Aborts the current run or summary of a session, whichever caller started it, and drops its queue. Other sessions
   * continue.
   */
  cancel(sessionId: string): void {
    this.#find(sessionId)?.cancel();
  }

  /** Returns whether a session has a run, whichever caller started it. */
  isBusy(sessionId: string): boolean {
    return this.#find(sessionId)?.isBusy ?? false;
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
