import type { Outcome } from "../loop/index.ts";
import type { ImagePart, ModelInfo, Models, Thinking } from "../model/index.ts";
import type { CompactionResult } from "../compaction/index.ts";
import { cycleModel, type Direction, type Receipt, type Session } from "../session/index.ts";
import type { Event, SessionState } from "../journal/index.ts";
import type { CreateOptions, Extensions, Runtime } from "../runtime/index.ts";
import { type AgentSessionEvent, agentSessionEvent } from "./agent-session-event.ts";
import { outcomeUntil } from "./outcome-until.ts";
import { SessionFeed } from "./session-feed.ts";

export interface AgentSessionConfig {
  /** Creates and stores sessions, with the tools, policy, skills and templates that they share. */
  readonly manager: Runtime;
  /** Options of new sessions, except for the model and thinking level, which follow the current session. */
  readonly agent: Omit<CreateOptions, "cwd" | "parent">;
  /** Models to cycle through. Default: none. */
  readonly registry?: Models;
  /**
   * Extensions whose slash commands prompts may run. The manager needs them too, for their other contributions.
   * Default: none.
   */
  readonly extensions?: Extensions;
  /** Receives the messages of slash commands to the user. Default: they are discarded. */
  readonly notify?: (text: string) => void;
  /** Folder of new sessions. Default: that of the current session. */
  readonly cwd?: string;
}

export interface AgentPromptOptions {
  /** True to expand a skill or prompt template at the start of the text, and to run a slash command. Default: true. */
  readonly expandTemplates?: boolean;
  readonly images?: readonly ImagePart[];
  /** Handling of a prompt during a run: it joins the run. Default: the prompt is rejected. */
  readonly streamingBehavior?: "steer" | "followUp";
  /** Source of the prompt, such as `interactive` or `extension`. Default: the user. */
  readonly source?: string;
  /** Aborts the run that the prompt starts. */
  readonly signal?: AbortSignal;
}

/**
 * Drives one conversation at a time: prompts, steers, compacts and forks it, and switches to another. It stores no
 * state itself.
 */
export class AgentSession implements AsyncDisposable {
  readonly #config: AgentSessionConfig;
  readonly #feed: SessionFeed;
  #session: Session;

  /** Starts with this session. */
  constructor(session: Session, config: AgentSessionConfig) {
    this.#config = config;
    this.#session = session;
    this.#feed = new SessionFeed(session);
  }

  /** The current session. */
  get session(): Session {
    return this.#session;
  }

  get state(): SessionState {
    return this.#session.state;
  }

  /** Events of the current and all later sessions, from now on until closed. */
  get events(): AsyncIterable<AgentSessionEvent> {
    return this.#agentEvents(this.#feed.read());
  }

  /**
   * Prompts the agent. Resolves with the outcome of the run, or with null at once if the prompt joins a run, or after a
   * slash command that started none. A rejected prompt is a failed run, as described for `Session.prompt`.
   * @throws {ExtensionError} when a slash command fails.
   */
  async prompt(text: string, options: AgentPromptOptions = {}): Promise<Outcome | null> {
    const { expandTemplates: expand = true, images = [], streamingBehavior, source, signal } = options;
    const command = expand ? this.#command(text, signal) : undefined;
    if (command !== undefined) return command;
    const joins = this.#session.isBusy && streamingBehavior !== undefined;
    const run = this.#session.prompt([{ type: "text", text }, ...images], {
      expand,
      whenBusy: streamingBehavior ?? "reject",
      ...(source === undefined ? {} : { source }),
    });
    // A rejected prompt already has its outcome; return that rather than null.
    return joins ? Promise.race([run.outcome, Promise.resolve(null)]) : outcomeUntil(run, signal);
  }

  /**
   * Sends a message to the next turn, and skips the calls that have not started. Without a run the message waits for the next
   * prompt, and the result is `next_run`.
   */
  steer(text: string): Receipt {
    return this.#session.steer(text);
  }

  /** Sends a message for when the agent would end. Without a run it waits as that of `steer`. */
  followUp(text: string): Receipt {
    return this.#session.followUp(text);
  }

  abort(): void {
    this.#session.abort();
  }

  /**
   * Changes the model from the next turn on.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError} and the model does not change.
   */
  setModel(provider: string, modelId: string): Promise<void> {
    return this.#session.set({ model: `${provider}/${modelId}` });
  }

  /**
   * Switches to the next model of the registry that has a key, wrapping around. Returns undefined without a registry,
   * or if no model has a key.
   */
  async cycleModel(direction?: Direction): Promise<ModelInfo | undefined> {
    const { registry } = this.#config;
    return registry && cycleModel(this.#session, registry, direction);
  }

  setThinkingLevel(level: Thinking): Promise<void> {
    return this.#session.set({ thinking: level });
  }

  /**
   * Replaces the older part of the branch by a summary.
   * @throws every error of `Session.compact`
   */
  compact(instructions?: string): Promise<CompactionResult> {
    return this.#session.compact(instructions);
  }

  /** Aborts the current run and starts a new conversation, which may name its parent session. */
  async newSession(parent?: string): Promise<void> {
    const { manager, agent, cwd } = this.#config;
    const { model, thinking, cwd: here } = this.state;
    const setup = { ...agent, model, thinking, cwd: cwd ?? here };
    await this.#goTo(await manager.create(parent === undefined ? setup : { ...setup, parent }));
  }

  /**
   * Aborts the current run and switches to another session.
   * @throws every error of `Runtime.open`
   */
  async switchSession(sessionId: string): Promise<void> {
    await this.#goTo(await this.#config.manager.open(sessionId));
  }

  /**
   * Aborts the current run and continues from an earlier entry in a new session.
   * @throws {EntryNotFoundError}
   */
  async fork(entryId: string): Promise<void> {
    await this.#goTo(await this.#session.fork(entryId));
  }

  /** Closes the session, but not its manager. */
  close(): Promise<void> {
    return this.#session.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Runs a slash command. Resolves with the outcome of its run, or with null if it started none. Returns undefined if
   * the text is not a command.
   */
  #command(text: string, signal: AbortSignal | undefined): Promise<Outcome | null> | undefined {
    const { extensions, notify = () => {} } = this.#config;
    const doing = extensions?.run(this.#session, text, { notify, ...(signal === undefined ? {} : { signal }) });
    return doing?.then(({ answer, outcome = null }) => {
      if (answer !== "") notify(answer);
      return outcome;
    });
  }

  async #goTo(session: Session): Promise<void> {
    const left = this.#session;
    if (session === left) return;
    this.#session = session;
    this.#feed.moveTo(session);
    await left.close();
  }

  async *#agentEvents(events: AsyncIterable<Event>): AsyncGenerator<AgentSessionEvent> {
    for await (const event of events) yield agentSessionEvent(event);
  }
}
