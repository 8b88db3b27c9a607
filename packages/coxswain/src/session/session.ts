import { type Damage, type Draft, type Entry, type Log, LogClosedError } from "../log/index.ts";
import { runError, type RunOptions } from "../loop/index.ts";
import type { UserMessage } from "../model/index.ts";
import type { OpenQuestion } from "../policy/index.ts";
import { assembleSession } from "./assemble-session.ts";
import type { SessionParts } from "./session-phases.ts";
import type { CompactionResult, CompactOptions } from "../compaction/index.ts";
import {
  type AnyEntry,
  asAnyEntries,
  ClosedError,
  type Event,
  type EventOf,
  type EventReader,
  type OpenUserQuestion,
  assertValidEntry,
  pastEvents,
  type ReadingOptions,
  type SessionEntry,
  type SessionState,
  storedState,
} from "../journal/index.ts";
import { type BackgroundWork, backgroundWork } from "./background-work.ts";
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
import { SessionFiles } from "./session-files.ts";
import { parseShell, runShell, type ShellOptions, type ShellResult } from "./shell/index.ts";

export interface EventsOptions<Type extends Event["type"] = Event["type"]> extends ReadingOptions<Type> {
  /** Seq of the last entry that the caller has: emits the entries after it first. Default: only events from now on. */
  readonly after?: number;
  /** If true, live events follow. Default: true. */
  readonly live?: boolean;
}

/** The parts of a runtime that a session uses. */
export interface SessionHost extends RunHost {
  /** Creates a session with these entries, as a fork of the session with this id. */
  fork(from: string, entries: readonly Entry[]): Promise<Session>;
  /** Called when the session is closed. */
  release(id: string): void;
}

/** Milliseconds that `close` waits for an aborted run. */
const CLOSING = 2_000;

/** One conversation. Its log is the source of truth: all other state is derived from it, or lost when the session is closed. */
export class Session implements AsyncDisposable {
  readonly #log: Log;
  readonly #host: SessionHost;
  readonly #parts: SessionParts;
  /** Running commands of the user. */
  readonly #shells = new Set<Promise<unknown>>();
  /** Aborts commands that have not started when the workspace is closed. */
  readonly #shellsEnd = new AbortController();
  #closing: Promise<void> | undefined;

  constructor(log: Log, host: SessionHost) {
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

  /** A snapshot of the session. */
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

  /** Queued messages and prompts in the order of their delivery. Each can be cancelled. Empty for a closed session. */
  get waiting(): readonly QueuedInput[] {
    return this.#closing === undefined ? this.#waiting() : [];
  }

  /** True if a run accepts messages, or a queued one will. A run that has settled or was aborted does not. */
  get isBusy(): boolean {
    return this.#parts.record.runs.recipient !== undefined;
  }

  /** Open permission questions of this session and of all agents of its tree. */
  get questions(): readonly OpenQuestion[] {
    return this.#parts.tools.agents.asking.open;
  }

  /** Questions of the model that wait for the user. */
  get userQuestions(): readonly OpenUserQuestion[] {
    return this.#parts.record.userQuestions?.open ?? [];
  }

  /** The background commands and tasks of this session, for its user. */
  get background(): BackgroundWork {
    return backgroundWork(this.#parts.tools.background);
  }

  /** The changes of the session in files, and their undo. */
  get files(): SessionFiles {
    const { journal, runs } = this.#parts.record;
    return new SessionFiles({ log: this.#log, journal, workspace: this.#host.workspace, isRunning: () => runs.active !== undefined });
  }

  /** Damage that was found in the log when the session was opened, and how it was handled. */
  get damage(): readonly Damage[] {
    return this.#log.damage;
  }

  /**
   * Entries of the active path, first to last: a live list that changes. A session opened from a checkpoint has at least
   * those since the last reset, or with `recent` those of its last turns; `events({ after: -1 })` emits all.
   */
  get entries(): readonly AnyEntry[] {
    return asAnyEntries(this.#log.path.entries);
  }

  /**
   * Sends a message to the model and runs until the model is done. Prompts restored when the session was opened run first.
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
    let message: UserMessage | undefined;
    try {
      message = userMessage(input, source);
    } catch (error) {
      return prompts.refused(error as Error);
    }
    return prompts.take(message, rest);
  }

  /**
   * Resumes the interrupted run under its id, and then runs the queued prompts. Without an interrupted run it starts the
   * queued prompts, or a run for messages that an earlier run left. Returns undefined if nothing is queued, and while a run
   * is active. `options` override the options of the interrupted run.
   */
  resume(options: RunOptions = {}): Run | undefined {
    return this.#parts.runs.prompts.resume(options);
  }

  /**
   * Delivers a message at the next turn. Returns `next_run` if no run accepts it now: the next prompt delivers it before its own
   * message, or `resume` starts a run for it. Returns `settled` if it is empty, was delivered before, or the session is closed.
   * @throws {TypeError} if the input is neither a string nor parts.
   */
  steer(input: PromptInput, options?: MessageOptions): Receipt {
    return this.#parts.runs.prompts.send("steer", input, options);
  }

  /** Delivers a message when the run would end. Returns and throws as `steer`. */
  followUp(input: PromptInput, options?: MessageOptions): Receipt {
    return this.#parts.runs.prompts.send("followUp", input, options);
  }

  /**
   * Aborts the current run and drops the messages queued for it. Between runs it aborts a running compaction instead. Queued runs
   * start afterwards: a second call does nothing until one has begun. Does nothing if neither runs. Background tasks belong to no
   * run: they continue unless `tasks` is true.
   */
  abort(reason?: string, options: { readonly tasks?: boolean } = {}): void {
    const { record, tools, runs } = this.#parts;
    if (options.tasks === true) tools.background.stopTasks(reason ?? "The session was aborted.");
    if (!runs.compaction.abort(reason)) record.runs.active?.abort(reason);
  }

  /**
   * Replaces the older part of the conversation with a summary; the log preserves all entries. Starts at once if no run is
   * active, and prompts are queued meanwhile; else before the run's next request, or at its end. `instructions` guide the
   * summary. A failed or aborted compaction changes nothing.
   * @throws {NothingToCompactError}
   * @throws {CompactionLaterError} if the caller is part of the run, as a tool: the compaction follows, but the run cannot wait for it.
   * @throws {ModelError}
   * @throws {BadSummaryError} if no model wrote a usable summary.
   * @throws {BudgetReachedError}
   * @throws {LogWriteError} the change is in effect, but not stored yet.
   * @throws {ClosedError}
   */
  compact(instructions?: string, options?: CompactOptions): Promise<CompactionResult> {
    return this.#closing === undefined ? this.#parts.runs.compaction.ask(instructions, options) : Promise.reject(new ClosedError());
  }

  /**
   * Changes the model, its options, the session's title or its questions for permission: all of the change, or nothing. The model
   * and its options apply from the next turn on. A value that the session has already is not logged again.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {BudgetError}
   * @throws {LogWriteError} the change is in effect, but not stored yet.
   * @throws {ClosedError}
   */
  async set(change: SessionChange): Promise<void> {
    this.#mustBeOpen();
    const { record, models, tools } = this.#parts;
    const model = change.model === undefined ? undefined : await models.source.resolve(change.model);
    const objects = givenTools(change);
    if (objects.length > 0) await this.#log.persistFolds(objects.flatMap(({ requiredState = [] }) => requiredState));
    this.#mustBeOpen();
    const drafts = changeDrafts(change, model?.info.reference, this.state);
    if (change.yolo !== undefined) tools.agents.asking.allowsOpen = change.yolo;
    tools.ownTools.add(objects);
    if (drafts.length === 0) return;
    const appended = record.journal.appendAll<SessionEntry>(...drafts);
    if (change.budget !== undefined) models.spending.change();
    await appended;
  }

  /**
   * Appends an entry to the log. The model does not see it, unless it is a message: a message becomes part of the
   * conversation, and never comes between a call and its result. While a run is active it is appended at the end of the turn,
   * so code inside the turn, as a tool, must not wait for it.
   * @throws {ClosedError}
   * @throws {TypeError} if the entry does not match its type.
   * @throws {LogWriteError} the entry is appended, but not stored yet.
   */
  async append<E extends Entry>(draft: Draft<E>): Promise<E> {
    this.#mustBeOpen();
    assertValidEntry(draft);
    const { record, runs } = this.#parts;
    return draft.type === "message" ? runs.afterTurn.add<E>(draft) : record.journal.append<E>(draft);
  }

  /**
   * Continues from an earlier entry (default: the last one; null: the beginning) with the session's setup.
   * @throws {EntryNotFoundError}
   * @throws {SessionBusyError} for `here`, while a run is active.
   * @throws {ModelError} with the code `aborted`, if the summary was aborted.
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
   * Runs a command of the user in the session's folder, without asking for permission. The model sees `!command` or
   * `command` and its output; `!!command` is only logged. While a run is active, the entry is appended at the turn's end.
   * @throws {ProcessError}
   * @throws {ClosedError} also if the session is closed first: then the log has no entry of the command.
   */
  async shell(text: string, options: ShellOptions = {}): Promise<ShellResult> {
    this.#mustBeOpen();
    const shell = this.#shell(text, options);
    this.#shells.add(shell);
    try {
      return await shell;
    } catch (error) {
      // `close` waits a bounded time for the command.
      throw error instanceof LogClosedError ? new ClosedError() : error;
    } finally {
      this.#shells.delete(shell);
    }
  }

  /**
   * Returns a reader of the session's events: past entries after `after` as `entry` events, then live events. With `types`
   * it has only those; past entries need `entry` among them.
   */
  events<Type extends Event["type"] = Event["type"]>(options: EventsOptions<Type> = {}): EventReader<EventOf<Type>> {
    const { after, live = true } = options;
    const { journal, stream } = this.#parts.record;
    const past = after === undefined ? [] : journal.eventsAfter(after);
    return live ? stream.subscribe(past, options) : pastEvents(past, options);
  }

  /**
   * Aborts what runs, waits a bounded time for it, and releases the log. Idempotent.
   * @throws {LogWriteError} if the store has rejected entries to the end.
   */
  close(): Promise<void> {
    // The session counts as closed before listeners are notified of the abort, so that it rejects their calls.
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
    const held = afterTurn.add(draft);
    if (!afterTurn.holds) await held;
    return { output: draft.output, exitCode: draft.exitCode };
  }

  async #close(): Promise<void> {
    const { journal, stream, admissions, runs } = this.#parts.record;
    const { agents, background } = this.#parts.tools;
    const { prompts, titles, compaction, afterTurn } = this.#parts.runs;
    for (const waiting of runs.takeWaiting()) {
      if (!waiting.outlives) admissions.cancel(waiting.messages, { reason: "The session was closed." });
      prompts.refuse(waiting, new ClosedError());
    }
    titles.close();
    const compacted = compaction.close();
    const { active } = runs;
    const stopped = background.close();
    active?.abort("The session was closed.");
    await this.#atMost(CLOSING, Promise.allSettled([active?.outcome, compacted, stopped]));
    if (runs.active !== undefined) runs.end(runs.active, { kind: "failed", error: runError(new ClosedError()) });
    await agents.close();
    await afterTurn.release().catch(() => undefined); // closing the log reports entries that the store has not accepted
    this.#shellsEnd.abort();
    try {
      await Promise.all([this.#host.workspace.close(), this.#host.lsp?.release()]);
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
