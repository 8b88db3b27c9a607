import { carryNestedInstructions } from "../context/index.ts";
import type { Damage, Draft, Entry, Log } from "../log/index.ts";
import { type Budget, runError, type RunOptions } from "../loop/index.ts";
import { asSaid, type Model, textOf, type Thinking } from "../model/index.ts";
import { checkBudget } from "../policy/index.ts";
import { Admissions } from "./admissions.ts";
import { AfterTurn } from "./after-turn.ts";
import { type Compaction, type CompactionResult, InsideRun, sessionCompaction, toolCarriers } from "./compaction/index.ts";
import type { SessionEntry } from "./entries.ts";
import { ClosedError } from "./errors.ts";
import type { Event } from "./event.ts";
import { EventStream, pastEvents } from "./event-stream.ts";
import { type ForkOptions, Forks } from "./forks.ts";
import type { RunHost } from "./run-host.ts";
import { Inbox, type InboxParts, type Receipt } from "./inbox.ts";
import { sessionInstructions, tellingTools } from "./instruction-files/index.ts";
import { SessionJournal } from "./journal.ts";
import { LiveRun, type LiveRunSetup } from "./live-run.ts";
import { ModelSource } from "./model-source.ts";
import { parked } from "./parked.ts";
import type { PromptOptions } from "./prompt-options.ts";
import { Prompts } from "./prompts.ts";
import { SessionResources } from "./resources/index.ts";
import type { PromptInput, Run, SayOptions } from "./run.ts";
import { Answering } from "./recovery/index.ts";
import { type Course, RunQueue } from "./run-queue.ts";
import { sessionRunner } from "./runner.ts";
import { sideModels } from "./side-models.ts";
import type { SessionState } from "./session-state.ts";
import { sessionTools } from "./session-tools.ts";
import { parseShell, runShell, type ShellOptions, type ShellResult } from "./shell.ts";
import { Spending } from "./spending/index.ts";
import { sessionTotals } from "./state.ts";
import { storedState } from "./stored-state.ts";
import { Titles } from "./titles/index.ts";
import { userMessage } from "./user-message.ts";

export interface SessionChange {
  /** A reference, or a model as it is, which only this open session then knows. */
  readonly model?: string | Model;
  readonly thinking?: Thinking;
  readonly tools?: readonly string[];
  readonly title?: string;
  /** What the session may spend from now on, in place of what it might before; what it has spent counts. */
  readonly budget?: Budget;
}

export interface EventsOptions {
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
  readonly #stream = new EventStream();
  readonly #journal: SessionJournal;
  readonly #admissions: Admissions;
  readonly #inbox: Inbox;
  readonly #runs: RunQueue;
  readonly #prompts: Prompts;
  readonly #afterTurn: AfterTurn;
  readonly #models: ModelSource;
  readonly #titles: Titles;
  readonly #compaction: Compaction;
  readonly #forks: Forks;
  readonly #spending: Spending;
  /** Commands of the person's that still run. */
  readonly #shells = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(log: Log, host: Host) {
    const streams = { session: this.#stream, runtime: host.events, run: () => this.#runs.live?.events };
    const journal = new SessionJournal(log, streams, host.now, host.durability);
    log.follow((entries) => journal.tellWritten(entries));
    const admissions = new Admissions(log, journal);
    const { runs, steering, followUps } = parked(admissions.waiting);
    const changed = (steers: number, follows: number) => journal.emit({ type: "queue_change", steering: steers, followUps: follows });
    const dropped: InboxParts["dropped"] = (messages, reason) => admissions.cancel(messages, reason);
    const inbox = new Inbox({ changed, dropped }, steering, followUps);
    const resources = new SessionResources(host.resources, host.workspace);
    const warn = (message: string) => journal.emit({ type: "warning", message });
    const newRun = (run: LiveRunSetup): LiveRun => new LiveRun(run, { inbox, admissions, resources, mint: () => log.mint(), warn });
    const afterTurn = new AfterTurn(journal);
    const models = new ModelSource(host.models);
    const spending = new Spending({ log, host, tell: (event) => journal.emit(event), cost: () => log.total(sessionTotals).cost });
    const answering = new Answering({ models, journal });
    const side = sideModels({ log, models: spending.accounting(models), known: host.models, answering });
    const instructions = sessionInstructions(host, (message) => journal.emit({ type: "warning", message }));
    const offered = instructions === undefined ? host.tools : tellingTools(host.tools, instructions);
    const titles = new Titles({ log, journal, side });
    const tools = sessionTools(log, resources, offered);
    const insideRun = new InsideRun();
    const compaction = sessionCompaction({
      log,
      host,
      journal,
      side,
      tools,
      carriers: [carryNestedInstructions, (facts) => resources.carry(facts), ...toolCarriers(host.tools)],
      between: (act) => this.#runs.between(act),
      isInsideRun: () => insideRun.current !== undefined && insideRun.current === this.#runs.live?.id,
    });
    this.#log = log;
    this.#host = host;
    this.#journal = journal;
    this.#admissions = admissions;
    this.#inbox = inbox;
    this.#afterTurn = afterTurn;
    this.#models = models;
    this.#titles = titles;
    this.#compaction = compaction;
    this.#forks = new Forks({ log, compaction, runs: () => this.#runs });
    this.#spending = spending;
    const go = sessionRunner({
      log,
      host,
      journal,
      inbox,
      afterTurn,
      answering,
      side,
      titles,
      tools,
      instructions,
      resources,
      compaction,
      spending,
    });
    const course: Course = {
      go: (run) => insideRun.go(run.id, () => go(run)),
      end: (run, outcome) => run.end(outcome, journal.tell({ type: "run_end", runId: run.id, outcome })),
    };
    this.#runs = new RunQueue(
      inbox,
      course,
      runs.map((setup) => parkedRun(newRun(setup))),
    );
    this.#prompts = new Prompts({
      log,
      journal,
      admissions,
      inbox,
      runs: this.#runs,
      resources,
      newRun,
      closed: () => this.#closing !== undefined,
    });
  }

  get id(): string {
    return this.#log.header.id;
  }

  get status(): SessionState["status"] {
    if (this.#closing !== undefined) return "closed";
    return this.#runs.isFree ? "idle" : "running";
  }

  /** The session as it stands now. */
  get state(): SessionState {
    return {
      ...storedState(this.#log),
      status: this.status,
      interrupted: this.#prompts.interrupted,
      queue: {
        steering: this.#inbox.steering.map(({ message }) => textOf(asSaid(message))),
        followUps: this.#inbox.followUps.map(({ message }) => textOf(asSaid(message))),
        prompts: this.#runs.waiting.map(({ messages }) => messages.map(({ message }) => textOf(asSaid(message))).join("\n")),
      },
    };
  }

  /** Whether there is a run that takes messages, or will: not one that has settled or was aborted. */
  get isBusy(): boolean {
    return this.#runs.current !== undefined;
  }

  /** What of the log was not whole when the session was opened, and what was done about it. */
  get damage(): readonly Damage[] {
    return this.#log.damage;
  }

  /**
   * The facts of the active path, first to last: live, not for keeping. Of a session that was opened from a checkpoint, at
   * least those since the last reset; `events({ after: -1 })` has all of them.
   */
  get entries(): readonly Entry[] {
    return this.#log.path;
  }

  /**
   * Tells the model something and lets it work until it is done. What waited when the session was opened goes before it.
   * Never throws: a prompt that cannot be taken is a run that has failed with the code `empty_prompt`, `session_busy`,
   * `unknown_skill`, `entry_exists` or `closed`, and leaves no trace. A skill or a prompt template that it names at its
   * beginning (`/skill:NAME`, `/NAME`) is put in its place. A message that was taken before gives the run that it was said to.
   */
  prompt(input: PromptInput, options: PromptOptions = {}): Run {
    const { source, ...rest } = options;
    return this.#prompts.take(userMessage(input, source), rest);
  }

  /**
   * Goes on with the run that a crash cut short, under its own id, and then with the prompts that waited; with those alone,
   * or with what an earlier run was told and did not come to, when none was cut short. Undefined when nothing waits, and
   * while there is a run. What is said here of the run goes before what was said of it then.
   */
  resume(options: RunOptions = {}): Run | undefined {
    return this.#prompts.resume(options);
  }

  /** Tells the model at its next turn. `settled`: there is no run that it could reach, or it was told before. */
  steer(input: PromptInput, options?: SayOptions): Receipt {
    return this.#runs.current?.steer(input, options) ?? "settled";
  }

  /** Tells the model when the run would end. `settled`: there is no run that it could reach, or it was told before. */
  followUp(input: PromptInput, options?: SayOptions): Receipt {
    return this.#runs.current?.followUp(input, options) ?? "settled";
  }

  /**
   * Ends the current run: what waits for it is dropped, and from now on it takes nothing. A compaction that goes on between
   * runs ends, and the runs that wait for it begin. Nothing happens when there is neither.
   */
  abort(reason?: string): void {
    if (!this.#compaction.abort(reason)) this.#runs.current?.abort(reason);
  }

  /**
   * Puts a summary in the place of the conversation's older part, of which the log keeps all. At once where there is no run,
   * and what is said meanwhile waits; else before the run's next request, or at its end. `instructions` say what to heed in it.
   * Where it fails or is aborted, all is as it was.
   * @throws {NothingToCompactError}
   * @throws {CompactionLaterError} to what runs in the run itself: it is done, but cannot be waited for there.
   * @throws {ModelError}
   * @throws {ClosedError}
   */
  compact(instructions?: string): Promise<CompactionResult> {
    return this.#closing === undefined ? this.#compaction.ask(instructions) : Promise.reject(new ClosedError());
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
    const drafts: Draft<SessionEntry>[] = [];
    if (change.model !== undefined) {
      const { model: wanted } = change;
      const model = typeof wanted === "string" ? await this.#models.get(wanted) : this.#models.keep(wanted);
      this.#mustBeOpen();
      drafts.push({ type: "model_change", model: model.info.reference });
    }
    if (change.thinking !== undefined) drafts.push({ type: "thinking_change", thinking: change.thinking });
    if (change.tools !== undefined) drafts.push({ type: "tools_change", tools: change.tools });
    if (change.title !== undefined) drafts.push({ type: "title_change", title: change.title });
    if (change.budget !== undefined) drafts.push({ type: "budget_change", budget: checkBudget(change.budget) });
    if (drafts.length === 0) return;
    const kept = this.#journal.appendAll<SessionEntry>(...drafts);
    if (change.budget !== undefined) this.#spending.change();
    await kept;
  }

  /**
   * Keeps a fact of the caller's own in the log. The model is not shown it.
   * @throws {ClosedError}
   * @throws {LogWriteError} it is kept, but the store does not have it yet.
   */
  async append<E extends Entry>(draft: Draft<E>): Promise<E> {
    this.#mustBeOpen();
    return this.#journal.append<E>(draft);
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
    if (options.into === "here") return this.#forks.here(entry, options).then(() => this);
    const { entries, summary } = await this.#forks.beginning(entry, options);
    const session = await this.#host.fork(this.id, entries);
    if (summary !== undefined) await session.append(summary);
    return session;
  }

  /**
   * Runs a command for the person, in the session's folder and without asking: `!command` or `command` is shown to the
   * model with its output, `!!command` is only kept in the log. While a run goes on, the fact waits for the turn's end.
   * @throws {ProcessError}
   * @throws {ClosedError}
   */
  async shell(text: string, options: ShellOptions = {}): Promise<ShellResult> {
    this.#mustBeOpen();
    const shell = this.#shell(text, options);
    this.#shells.add(shell);
    return shell.finally(() => this.#shells.delete(shell));
  }

  /** What happened after an entry, as `entry` events, and then what happens from the call on. */
  events({ after, live = true }: EventsOptions = {}): AsyncIterableIterator<Event> {
    const past = after === undefined ? [] : this.#journal.toldAfter(after);
    return live ? this.#stream.subscribe(past) : pastEvents(past);
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
    const draft = await runShell(this.#host.workspace, this.#journal, parseShell(text), options);
    await this.#afterTurn.add(draft);
    return { output: draft.output, exitCode: draft.exitCode };
  }

  async #close(): Promise<void> {
    for (const waiting of this.#runs.takeWaiting()) {
      if (!waiting.outlives) this.#admissions.cancel(waiting.messages, "The session was closed.");
      this.#prompts.refuse(waiting, new ClosedError());
    }
    this.#titles.close();
    const compacted = this.#compaction.close();
    const { live } = this.#runs;
    live?.abort("The session was closed.");
    await this.#atMost(CLOSING, Promise.allSettled([live?.outcome, compacted]));
    this.#runs.endLive({ kind: "failed", error: runError(new ClosedError()) });
    try {
      await this.#host.workspace.close();
      if (this.#shells.size > 0) await this.#atMost(CLOSING, Promise.allSettled(this.#shells));
    } finally {
      this.#journal.emit({ type: "session_close" });
      this.#stream.close();
      await this.#log.checkpoint();
      await this.#log.close().finally(() => this.#host.release(this.id));
    }
  }

  async #atMost(ms: number, ending: Promise<unknown>): Promise<void> {
    const timer = new AbortController();
    await Promise.race([ending, this.#host.clock.sleep(ms, timer.signal)]);
    timer.abort();
  }

  #mustBeOpen(): void {
    if (this.#closing !== undefined) throw new ClosedError();
  }
}

/** One whose messages are facts of the log since an earlier process. */
const parkedRun = (run: LiveRun): LiveRun => {
  run.take();
  return run;
};
