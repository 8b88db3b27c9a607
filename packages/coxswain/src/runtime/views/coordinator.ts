import type { Outcome } from "../../loop/index.ts";
import type { CompactionResult, Session, Setup } from "../../session/index.ts";
import type { CreateOptions, Runtime } from "../runtime.ts";
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
  /** Those that work. */
  readonly #agents = new Map<string, SessionAgent>();
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
  run(sessionId: string, prompt: string, call?: AgentCall): Promise<Outcome | null> {
    return this.#with(sessionId, async (agent) => {
      const { session } = agent;
      // A run that goes on keeps its model.
      if (!agent.isBusy && session.state.model !== this.#large) await session.set({ model: this.#large });
      return agent.run(prompt, call);
    });
  }

  /** Ends what a session does, also a summary, and drops what waits for it. Others go on. */
  cancel(sessionId: string): void {
    this.#agents.get(sessionId)?.cancel();
  }

  isBusy(sessionId: string): boolean {
    return this.#agents.get(sessionId)?.isBusy ?? false;
  }

  /** What waits to be told in a session, as it was written. */
  queuedPrompts(sessionId: string): readonly string[] {
    return this.#agents.get(sessionId)?.queued.map(({ text }) => text) ?? [];
  }

  /** Drops what waits in a session, and says how much that was. */
  clearQueue(sessionId: string): number {
    return this.#agents.get(sessionId)?.clearQueue() ?? 0;
  }

  /**
   * Puts a summary by the small model in the place of a session's conversation.
   * @throws {SessionNotFoundError}
   * @throws what `Session.compact` throws
   */
  summarize(sessionId: string): Promise<CompactionResult> {
    return this.#with(sessionId, (agent) => agent.summarize());
  }

  /** Another model answers, in every session from its next run on. */
  setLargeModel(reference: string): void {
    this.#large = reference;
  }

  /** Has a session do something, which can be cancelled meanwhile. */
  async #with<Result>(sessionId: string, act: (agent: SessionAgent) => Promise<Result>): Promise<Result> {
    const session = await this.#runtime.open(sessionId);
    const known = this.#agents.get(sessionId);
    const agent = known?.session === session ? known : new SessionAgent(session);
    this.#agents.set(sessionId, agent);
    try {
      return await act(agent);
    } finally {
      if (!agent.isBusy) this.#agents.delete(sessionId);
    }
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
