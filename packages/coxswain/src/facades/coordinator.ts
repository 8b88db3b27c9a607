import type { Outcome } from "../loop/index.ts";
import type { CompactionResult } from "../compaction/index.ts";
import type { Session } from "../session/index.ts";
import type { Setup } from "../journal/index.ts";
import type { CreateOptions, Runtime } from "../runtime/index.ts";
import { type AgentCall, SessionAgent } from "./session-agent.ts";

export interface CoordinatorConfig {
  readonly runtime: Runtime;
  /** References: `large` answers, `small` writes summaries and titles. Default of `small`: one that belongs to `large`. */
  readonly models: { readonly large: string; readonly small?: string };
  /** Stands before all else in the system prompt. Default: nothing. */
  readonly systemPromptPrefix?: string;
  /** Default: `DEFAULT_SYSTEM_PROMPT`. */
  readonly systemPrompt?: string;
  /** Names of the tools that the agent may have. Default: all that the runtime has. */
  readonly allowedTools?: readonly string[];
  /** Whether a conversation that fills its window is left to the person. Default: false. */
  readonly disableAutoSummarize?: boolean;
  /** The folder of sessions that are made here. Default: the process's. */
  readonly cwd?: string;
}

/** Runs prompts in sessions by their ids, for a program with a screen as for one without. */
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

  /** Makes a session. */
  async create(title?: string): Promise<Session> {
    return this.#runtime.create({ ...this.#setup, model: this.#large, ...(title === undefined ? {} : { title }) });
  }

  /**
   * Tells a session something: how that has ended, or null at once where the session is busy and will be told with its next request.
   * @throws {SessionNotFoundError}
   */
  async run(sessionId: string, prompt: string, call?: AgentCall): Promise<Outcome | null> {
    const session = await this.#runtime.open(sessionId);
    // A run that goes on keeps its model.
    if (!session.isBusy && session.state.model !== this.#large) await session.set({ model: this.#large });
    return new SessionAgent(session).run(prompt, call);
  }

  /** Ends what a session does, whoever began it, also a summary, and drops what waits for it. Others go on. */
  cancel(sessionId: string): void {
    this.#find(sessionId)?.cancel();
  }

  /** Whether a session has a run, whoever began it. */
  isBusy(sessionId: string): boolean {
    return this.#find(sessionId)?.isBusy ?? false;
  }

  /** What waits to be told in a session, as it was written. */
  queuedPrompts(sessionId: string): readonly string[] {
    return this.#find(sessionId)?.queued.map(({ text }) => text) ?? [];
  }

  /** Drops what waits in a session, and says how much that was. */
  clearQueue(sessionId: string): number {
    return this.#find(sessionId)?.clearQueue() ?? 0;
  }

  /**
   * Puts a summary by the small model in the place of a session's conversation.
   * @throws {SessionNotFoundError}
   * @throws what `Session.compact` throws
   */
  async summarize(sessionId: string): Promise<CompactionResult> {
    return new SessionAgent(await this.#runtime.open(sessionId)).summarize();
  }

  /** Another model answers, in every session from its next run on. */
  setLargeModel(reference: string): void {
    this.#large = reference;
  }

  #find(sessionId: string): SessionAgent | undefined {
    const session = this.#runtime.opened(sessionId);
    return session && new SessionAgent(session);
  }
}

/** One that is steered does what it began, what it was cut off in stays, and a call that is denied ends it. */
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
