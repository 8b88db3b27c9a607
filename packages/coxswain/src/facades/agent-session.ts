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
  /** Where sessions are kept and made: with the tools, the policy, skills and templates that all of them have. */
  readonly manager: Runtime;
  /** What sessions that are made here are, but for the model and the level of thinking that there are by then. */
  readonly agent: Omit<CreateOptions, "cwd" | "parent">;
  /** The models to cycle through. Default: none. */
  readonly registry?: Models;
  /** Whose slash commands are done when they are prompted. They are the manager's as well, for all else that they bring. Default: none. */
  readonly extensions?: Extensions;
  /** Is told what a slash command says to the person. Default: nobody is. */
  readonly notify?: (text: string) => void;
  /** The folder of sessions that are made here. Default: that of the session before. */
  readonly cwd?: string;
}

export interface AgentPromptOptions {
  /** Whether a skill or a prompt template that the text names at its beginning is put in its place, and a slash command done. Default: true. */
  readonly expandTemplates?: boolean;
  readonly images?: readonly ImagePart[];
  /** What becomes of it while a run goes on: a part of that run. Default: it is refused. */
  readonly streamingBehavior?: "steer" | "followUp";
  /** Who says it, as `interactive` or `extension`. Default: the person. */
  readonly source?: string;
  /** Aborts the run that it begins. */
  readonly signal?: AbortSignal;
}

/** One conversation at a time, which a program prompts, steers, compacts, forks and leaves for another. It has nothing of its own to keep. */
export class AgentSession implements AsyncDisposable {
  readonly #config: AgentSessionConfig;
  readonly #feed: SessionFeed;
  #session: Session;

  /** Begins with this session. */
  constructor(session: Session, config: AgentSessionConfig) {
    this.#config = config;
    this.#session = session;
    this.#feed = new SessionFeed(session);
  }

  /** The session that there is now. */
  get session(): Session {
    return this.#session;
  }

  get state(): SessionState {
    return this.#session.state;
  }

  /** What happens from now on, over all sessions that come, until this is closed. */
  get events(): AsyncIterable<AgentSessionEvent> {
    return this.#told(this.#feed.read());
  }

  /**
   * Tells the agent something: how the run that it begins has ended, or null at once where it became a part of one, and after a
   * slash command that began none. What cannot be taken is a run that has failed, as `Session.prompt` says.
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
    // One that was refused has its outcome already, and is not passed over.
    return joins ? Promise.race([run.outcome, Promise.resolve(null)]) : outcomeUntil(run, signal);
  }

  /** Tells the agent at its next turn, without the calls that have not started. `settled`: no run goes on. */
  steer(text: string): Receipt {
    return this.#session.steer(text);
  }

  /** Tells the agent when it would end. `settled`: no run goes on. */
  followUp(text: string): Receipt {
    return this.#session.followUp(text);
  }

  abort(): void {
    this.#session.abort();
  }

  /**
   * Another model answers from the next turn on.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError} and the model stays.
   */
  setModel(provider: string, modelId: string): Promise<void> {
    return this.#session.set({ model: `${provider}/${modelId}` });
  }

  /** Goes to the next model of the registry that has a key, around the end. Undefined without a registry, or where none has. */
  async cycleModel(direction?: Direction): Promise<ModelInfo | undefined> {
    const { registry } = this.#config;
    return registry && cycleModel(this.#session, registry, direction);
  }

  setThinkingLevel(level: Thinking): Promise<void> {
    return this.#session.set({ thinking: level });
  }

  /** Puts a summary in the place of the branch's older part. @throws what `Session.compact` throws */
  compact(instructions?: string): Promise<CompactionResult> {
    return this.#session.compact(instructions);
  }

  /** Begins a conversation, which may name the session that it came out of. What runs in the one before is aborted. */
  async newSession(parent?: string): Promise<void> {
    const { manager, agent, cwd } = this.#config;
    const { model, thinking, cwd: here } = this.state;
    const setup = { ...agent, model, thinking, cwd: cwd ?? here };
    await this.#goTo(await manager.create(parent === undefined ? setup : { ...setup, parent }));
  }

  /**
   * Goes on with another session. What runs in the one before is aborted.
   * @throws what `Runtime.open` throws
   */
  async switchSession(sessionId: string): Promise<void> {
    await this.#goTo(await this.#config.manager.open(sessionId));
  }

  /**
   * Goes on from an earlier entry, in a session of its own. What runs in the one before is aborted.
   * @throws {EntryNotFoundError}
   */
  async fork(entryId: string): Promise<void> {
    await this.#goTo(await this.#session.fork(entryId));
  }

  /** Closes the session; its manager goes on. */
  close(): Promise<void> {
    return this.#session.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** How the run of a slash command has ended, or null where it began none; undefined where the text is no such command. */
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

  async *#told(events: AsyncIterable<Event>): AsyncGenerator<AgentSessionEvent> {
    for await (const event of events) yield agentSessionEvent(event);
  }
}
