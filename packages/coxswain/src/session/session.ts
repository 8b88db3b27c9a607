import { type Damage, type Draft, type Entry, type Log, LogClosedError } from "../log/index.ts";
import { runError, type RunOptions } from "../loop/index.ts";
import type { UserMessage } from "../model/index.ts";
import type { OpenQuestion } from "../policy/index.ts";
import { assembleSession } from "./assemble-session.ts";
import type { SessionParts } from "./session-phases.ts";
import type { CompactionResult } from "../compaction/index.ts";
import {
  type AnyEntry,
  asAnyEntries,
  ClosedError,
  type Event,
  type EventOf,
  type EventReader,
  assertValidEntry,
  pastEvents,
  type ReadingOptions,
  type SessionEntry,
  type SessionState,
  storedState,
} from "../journal/index.ts";
import type { ForkOptions } from "./forks.ts";
import type { Receipt } from "./inbox/index.ts";
import type { RunHost } from "./run-host.ts";
import {
  type PromptInput,
  type PromptOptions,
  type Run,
  type MessageOptions,
  userMessage,
  type QueuedInput,
  waitingInputs,
} from "./runs/index.ts";
import { changeDrafts, givenTools, type SessionChange } from "./session-change.ts";
import { parseShell, runShell, type ShellOptions, type ShellResult } from "./shell/index.ts";

export interface EventsOptions<Type extends Event["type"] = Event["type"]> extends ReadingOptions<Type> {
  /** Seq of the last entry that is known: those after it come first. Default: only what happens from now on. */
  readonly after?: number;
  /** Whether to go on with what happens after that. Default: true. */
  readonly live?: boolean;
}

/** What a session is given by its runtime. */
export interface Host extends RunHost {
  /** Makes a session of these entries, forked from the session of this id. */
  fork(from: string, entries: readonly Entry[]): Promise<Session>;
  /** The session was closed. */
  release(id: string): void;
}

/** How long closing waits for a run that was aborted, in milliseconds. */
const CLOSING = 2_000;

/** One conversation. Its log is the truth: all else is derived from it, or gone when the session is closed. */
export class Session implements AsyncDisposable {
  readonly #log: Log;
  readonly #host: Host;
  readonly #parts: SessionParts;
  /** Commands of the person's that still run. */
  readonly #shells = new Set<Promise<unknown>>();
  /** Ends those that the workspace, when it is closed, has not begun yet. */
  readonly #shellsEnd = new AbortController();
  #closing: Promise<void> | undefined;

  constructor(log: Log, host: Host) {
    this.#log = log;
    this.#host = host;
    this.#parts = assembleSession({ log, host, closed: () => this.#closing !== undefined });
  }

  get id(): string {
    return this.#log.header.id;
  }

  get status(): SessionState["status"] {
    if (this.#closing !== undefined) return "closed";
    return this.#parts.record.runs.state === "idle" ? "idle" : "running";
  }

  /** The session as it stands now. */
  get state(): SessionState {
    const waiting = this.#waiting();
    const texts = (how: QueuedInput["how"]): readonly string[] => waiting.filter((input) => input.how === how).map(({ text }) => text);
    return {
      ...storedState(this.#log),
      status: this.status,
      interrupted: this.#parts.runs.prompts.interrupted,
      ...this.#parts.tools.background.state,
      queue: { steering: texts("steer"), followUps: texts("followUp"), prompts: texts("prompt") },
    };
  }

  /** What was said and waits, in the order in which it would be told; each can be taken back. None of a closed session. */
  get waiting(): readonly QueuedInput[] {
    return this.#closing === undefined ? this.#waiting() : [];
  }

  /** Whether there is a run that takes messages, or will: not one that has settled or was aborted. */
  get isBusy(): boolean {
    return this.#parts.record.runs.recipient !== undefined;
  }

  /** What is asked just now of whoever can answer, by this session or by any agent of its tree. */
  get questions(): readonly OpenQuestion[] {
    return this.#parts.tools.agents.asking.open;
  }

  /** What of the log was not whole when the session was opened, and what was done about it. */
  get damage(): readonly Damage[] {
    return this.#log.damage;
  }

  /**
   * The facts of the active path, first to last: live, not for keeping. Of a session that was opened from a checkpoint, at
   * least those since the last reset; `events({ after: -1 })` has all of them.
   */
  get entries(): readonly AnyEntry[] {
    return asAnyEntries(this.#log.path);
  }

  /**
   * Tells the model something and lets it work until it is done. What waited when the session was opened goes before it.
   * A skill or a prompt template that the text names at its beginning (`/skill:NAME`, `/NAME`) replaces it. A message that was
   * accepted before, by its `id`, returns the run that it went to.
   *
   * Never throws: a prompt that is not accepted leaves no trace, and its run has failed with the code
   * - `empty_prompt`: it has no image and only white space
   * - `session_busy`: the session has a run, and `whenBusy` is `reject`
   * - `unknown_skill`: it names a skill that does not exist
   * - `entry_exists`: its `id` is that of another entry
   * - `closed`: the session is closed
   * - `internal`: it is neither a string nor parts, or `whenBusy` has an unknown value
   */
  prompt(input: PromptInput, options: PromptOptions = {}): Run {
    const { source, ...rest } = options;
    const { prompts } = this.#parts.runs;
    let said: UserMessage | undefined;
    try {
      said = userMessage(input, source);
    } catch (error) {
      return prompts.refused(error as Error);
    }
    return prompts.take(said, rest);
  }

  /**
   * Goes on with the run that a crash cut short, under its own id, and then with the prompts that waited; with those alone,
   * or with what an earlier run was told and did not come to, when none was cut short. Undefined when nothing waits, and
   * while there is a run. What is said here of the run goes before what was said of it then.
   */
  resume(options: RunOptions = {}): Run | undefined {
    return this.#parts.runs.prompts.resume(options);
  }

  /** Tells the model at its next turn. `settled`: there is no run that it could reach, or it was told before. @throws {TypeError} for what is neither a text nor parts. */
  steer(input: PromptInput, options?: MessageOptions): Receipt {
    return this.#parts.record.runs.recipient?.steer(input, options) ?? "settled";
  }

  /** Tells the model when the run would end. `settled`: there is no run that it could reach, or it was told before. @throws {TypeError} as `steer`. */
  followUp(input: PromptInput, options?: MessageOptions): Receipt {
    return this.#parts.record.runs.recipient?.followUp(input, options) ?? "settled";
  }

  /**
   * Ends the current run: what waits for it is dropped, and from now on it takes nothing. A compaction that goes on between
   * runs ends, and the runs that wait for it begin. Nothing happens when there is neither. Tasks in the background belong to no
   * run: they go on, unless `tasks` says that they end as well.
   */
  abort(reason?: string, options: { readonly tasks?: boolean } = {}): void {
    const { record, tools, runs } = this.#parts;
    if (options.tasks === true) tools.background.stopTasks(reason ?? "It was aborted.");
    if (!runs.compaction.abort(reason)) record.runs.abort(reason);
  }

  /**
   * Puts a summary in the place of the conversation's older part, of which the log keeps all. At once where there is no run,
   * and what is said meanwhile waits; else before the run's next request, or at its end. `instructions` say what to heed in it.
   * Where it fails or is aborted, all is as it was.
   * @throws {NothingToCompactError}
   * @throws {CompactionLaterError} to what runs in the run itself: it is done, but cannot be waited for there.
   * @throws {ModelError}
   * @throws {BadSummaryError} when no model wrote one that could stand in the place of the conversation.
   * @throws {BudgetReachedError}
   * @throws {LogWriteError} it holds, but the store does not have it yet.
   * @throws {ClosedError}
   */
  compact(instructions?: string): Promise<CompactionResult> {
    return this.#closing === undefined ? this.#parts.runs.compaction.ask(instructions) : Promise.reject(new ClosedError());
  }

  /**
   * Changes what answers from the next turn on, or the session's title: all of it, or nothing.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {BudgetError}
   * @throws {LogWriteError} it holds, but the store does not have it yet.
   * @throws {ClosedError}
   */
  async set(change: SessionChange): Promise<void> {
    this.#mustBeOpen();
    const { record, models, tools } = this.#parts;
    const model = change.model === undefined ? undefined : await models.source.take(change.model);
    const given = givenTools(change);
    if (given.length > 0) await this.#log.keep(given.flatMap(({ requiredState = [] }) => requiredState));
    this.#mustBeOpen();
    const drafts = changeDrafts(change, model?.info.reference);
    if (drafts.length === 0) return;
    tools.ownTools.keep(given);
    const appended = record.journal.appendAll<SessionEntry>(...drafts);
    if (change.budget !== undefined) models.spending.change();
    await appended;
  }

  /**
   * Keeps a fact of the caller's own in the log. The model is not shown it, but for a message: that is a part of the
   * conversation. It never comes between a call and its result: while a run goes on it waits until the turn is over, and what
   * goes on in that turn, as a tool, must not wait for it.
   * @throws {ClosedError}
   * @throws {TypeError} for what is not what its type says: it could not be read again.
   * @throws {LogWriteError} it is kept, but the store does not have it yet.
   */
  async append<E extends Entry>(draft: Draft<E>): Promise<E> {
    this.#mustBeOpen();
    assertValidEntry(draft);
    const { record, runs } = this.#parts;
    return draft.type === "message" ? runs.afterTurn.add<E>(draft) : record.journal.append<E>(draft);
  }

  /**
   * Goes on from an earlier entry (default: the last one; null: the beginning). The setup is always taken along.
   * @throws {EntryNotFoundError}
   * @throws {SessionBusyError} for `here`, while there is a run.
   * @throws {ModelError} of code `aborted`, while a summary was waited for.
   * @throws {ClosedError}
   */
  async fork(entry: string | null = this.#log.leaf, options: ForkOptions = {}): Promise<Session> {
    this.#mustBeOpen();
    if (this.#log.wholeFrom > 0) await this.#log.complete().then(() => this.#mustBeOpen());
    const { forks } = this.#parts.runs;
    if (options.into === "here") return forks.here(entry, options).then(() => this);
    const { entries, summary } = await forks.beginning(entry, options);
    const session = await this.#host.fork(this.id, entries);
    if (summary !== undefined) await session.append(summary);
    return session;
  }

  /**
   * Runs a command for the person, in the session's folder and without asking: `!command` or `command` is shown to the
   * model with its output, `!!command` is only kept in the log. While a run goes on, the fact waits for the turn's end.
   * @throws {ProcessError}
   * @throws {ClosedError} also where it outlasts the closing of the session: then it is no fact.
   */
  async shell(text: string, options: ShellOptions = {}): Promise<ShellResult> {
    this.#mustBeOpen();
    const shell = this.#shell(text, options);
    this.#shells.add(shell);
    try {
      return await shell;
    } catch (error) {
      // Closing waits a bounded time for the command.
      throw error instanceof LogClosedError ? new ClosedError() : error;
    } finally {
      this.#shells.delete(shell);
    }
  }

  /**
   * What happened after an entry, as `entry` events, and then what happens from the call on. Of the types that are named: then
   * past facts are told where `entry` is among them.
   */
  events<Type extends Event["type"] = Event["type"]>(options: EventsOptions<Type> = {}): EventReader<EventOf<Type>> {
    const { after, live = true } = options;
    const { journal, stream } = this.#parts.record;
    const past = after === undefined ? [] : journal.eventsAfter(after);
    return live ? stream.subscribe(past, options) : pastEvents(past, options);
  }

  /**
   * Aborts what runs, waits for it a bounded time, and lets go of the log. Idempotent.
   * @throws {LogWriteError} when there are facts that the store has not taken to the last.
   */
  close(): Promise<void> {
    // Closed before anybody hears of the abort: what they say to that is refused.
    this.#closing ??= Promise.resolve().then(() => this.#close());
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #shell(text: string, options: ShellOptions): Promise<ShellResult> {
    const { journal } = this.#parts.record;
    const { afterTurn } = this.#parts.runs;
    const signals = [this.#shellsEnd.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const draft = await runShell(this.#host.workspace, journal, parseShell(text), { ...options, signal: AbortSignal.any(signals) });
    const kept = afterTurn.add(draft);
    if (!afterTurn.holds) await kept;
    return { output: draft.output, exitCode: draft.exitCode };
  }

  async #close(): Promise<void> {
    const { journal, stream, admissions, runs } = this.#parts.record;
    const { agents, background } = this.#parts.tools;
    const { prompts, titles, compaction, afterTurn } = this.#parts.runs;
    for (const waiting of runs.takeWaiting()) {
      if (!waiting.outlives) admissions.cancel(waiting.messages, "The session was closed.");
      prompts.refuse(waiting, new ClosedError());
    }
    titles.close();
    const compacted = compaction.close();
    const { active } = runs;
    const stopped = background.close();
    active?.abort("The session was closed.");
    await this.#atMost(CLOSING, Promise.allSettled([active?.outcome, compacted, stopped]));
    runs.endActive({ kind: "failed", error: runError(new ClosedError()) });
    await agents.close();
    await afterTurn.release().catch(() => undefined); // the log is closed with what the store has not taken, and says so
    this.#shellsEnd.abort();
    try {
      await this.#host.workspace.close();
      if (this.#shells.size > 0) await this.#atMost(CLOSING, Promise.allSettled(this.#shells));
    } finally {
      journal.emit({ type: "session_close" });
      stream.close();
      await this.#log.checkpoint();
      await this.#log.close().finally(() => this.#host.release(this.id));
    }
  }

  async #atMost(ms: number, ending: Promise<unknown>): Promise<void> {
    const timer = new AbortController();
    await Promise.race([ending, this.#host.clock.sleep(ms, timer.signal)]);
    timer.abort();
  }

  #waiting(): readonly QueuedInput[] {
    const { inbox, runs } = this.#parts.record;
    return waitingInputs(inbox, runs, () => this.#closing === undefined);
  }

  #mustBeOpen(): void {
    if (this.#closing !== undefined) throw new ClosedError();
  }
}
