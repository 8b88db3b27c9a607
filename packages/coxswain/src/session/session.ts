import { type Draft, type Entry, type Log, transplant } from "../log/index.ts";
import { type Outcome, runError } from "../loop/index.ts";
import { type Model, textOf, type Thinking } from "../model/index.ts";
import { AfterTurn } from "./after-turn.ts";
import type { SessionEntry } from "./entries.ts";
import { ClosedError, EmptyPromptError, SessionBusyError } from "./errors.ts";
import type { Event } from "./event.ts";
import { EventStream } from "./event-stream.ts";
import type { RunHost } from "./run-host.ts";
import { Inbox, type Receipt } from "./inbox.ts";
import { SessionJournal } from "./journal.ts";
import { LiveRun } from "./live-run.ts";
import { ModelSource } from "./model-source.ts";
import type { PromptOptions } from "./prompt-options.ts";
import type { PromptInput, Run } from "./run.ts";
import { RunQueue } from "./run-queue.ts";
import { sessionRunner } from "./runner.ts";
import type { SessionState } from "./session-state.ts";
import { parseShell, runShell, type ShellOptions, type ShellResult } from "./shell.ts";
import { branchState, sessionTotals } from "./state.ts";
import { ToolSet } from "./tool-set.ts";
import { userMessage } from "./user-message.ts";

export interface SessionChange {
  /** A reference, or a model as it is, which only this open session then knows. */
  readonly model?: string | Model;
  readonly thinking?: Thinking;
  readonly tools?: readonly string[];
  readonly title?: string;
}

export interface ForkOptions {
  /** `new`: another session, whose log names this one. `here`: the leaf moves. Default: `new`. */
  readonly into?: "new" | "here";
  /** Whether the entry itself is taken along. Default: `at`. */
  readonly position?: "at" | "before";
}

export interface EventsOptions {
  /** Seq of the last entry that is known: those after it come first. Default: only what happens from now on. */
  readonly after?: number;
  /** Whether to go on with what happens after that. Default: true. */
  readonly live?: boolean;
}

/** What a session is given by its runtime. */
export interface Host extends RunHost {
  /** Makes a session of these entries, forked from `parent`. */
  fork(parent: { readonly session: string; readonly entry: string | null }, entries: readonly Entry[]): Promise<Session>;
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
  readonly #inbox: Inbox;
  readonly #runs: RunQueue;
  readonly #afterTurn: AfterTurn;
  readonly #models: ModelSource;
  #closing: Promise<void> | undefined;

  constructor(log: Log, host: Host) {
    const journal = new SessionJournal(log, [this.#stream, host.events], host.now);
    const inbox = new Inbox((steering, followUps) => journal.emit({ type: "queue_change", steering, followUps }));
    const afterTurn = new AfterTurn(journal);
    const models = new ModelSource(host.models);
    const tools = new ToolSet(host.tools, () => log.view(branchState).tools);
    this.#log = log;
    this.#host = host;
    this.#journal = journal;
    this.#inbox = inbox;
    this.#afterTurn = afterTurn;
    this.#models = models;
    this.#runs = new RunQueue(inbox, sessionRunner({ log, host, journal, inbox, afterTurn, models, tools }));
  }

  get id(): string {
    return this.#log.header.id;
  }

  /** The session as it stands now. */
  get state(): SessionState {
    const branch = this.#log.view(branchState);
    const { title, labels, usage, cost } = this.#log.total(sessionTotals);
    return {
      id: this.id,
      cwd: this.#log.header.cwd,
      status: this.#closing !== undefined ? "closed" : this.#runs.current !== undefined ? "running" : "idle",
      model: branch.model,
      thinking: branch.thinking,
      tools: branch.tools,
      title,
      labels,
      usage: { last: branch.lastUsage, total: usage },
      cost,
      messages: branch.messages,
      leaf: this.#log.leaf,
      parent: this.#log.header.parent,
      queue: {
        steering: this.#inbox.steering.map(({ message }) => textOf(message)),
        followUps: this.#inbox.followUps.map(({ message }) => textOf(message)),
        prompts: this.#runs.waiting.map(({ messages }) => messages.map(({ message }) => textOf(message)).join("\n")),
      },
    };
  }

  /** The facts of the active path, first to last: live, not for keeping. */
  get entries(): readonly Entry[] {
    return this.#log.path;
  }

  /**
   * Tells the model something and lets it work until it is done. Never throws: a prompt that cannot be taken is a run
   * that has failed with the code `empty_prompt`, `session_busy` or `closed`, and leaves no trace.
   */
  prompt(input: PromptInput, options: PromptOptions = {}): Run {
    const message = userMessage(input, options.source);
    if (this.#closing !== undefined) return this.#refuse(new ClosedError());
    if (message === undefined) return this.#refuse(new EmptyPromptError());
    const current = this.#runs.current;
    const { whenBusy = "reject" } = options;
    if (current !== undefined && whenBusy === "reject") return this.#refuse(new SessionBusyError());
    if (current !== undefined && whenBusy !== "queue" && whenBusy !== "reject") {
      current[whenBusy](input);
      return current;
    }
    const live = new LiveRun({ id: this.#log.mint(), message }, options, this.#runParts());
    this.#runs.add(live);
    return live;
  }

  /** Tells the model at its next turn. `settled`: there is no run that it could reach. */
  steer(input: PromptInput): Receipt {
    return this.#runs.current?.steer(input) ?? "settled";
  }

  /** Tells the model when the run would end. `settled`: there is no run that it could reach. */
  followUp(input: PromptInput): Receipt {
    return this.#runs.current?.followUp(input) ?? "settled";
  }

  /** Ends the current run; what was queued for it is dropped. Nothing happens when there is none. */
  abort(reason?: string): void {
    this.#runs.current?.abort(reason);
  }

  /**
   * Changes what answers from the next turn on, or the session's title. Fails whole or not at all.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {ClosedError}
   */
  async set(change: SessionChange): Promise<void> {
    this.#mustBeOpen();
    const drafts: Draft<SessionEntry>[] = [];
    if (change.model !== undefined) {
      const { model: wanted } = change;
      const model = typeof wanted === "string" ? await this.#models.get(wanted) : this.#models.keep(wanted);
      drafts.push({ type: "model_change", model: model.info.reference });
    }
    if (change.thinking !== undefined) drafts.push({ type: "thinking_change", thinking: change.thinking });
    if (change.tools !== undefined) drafts.push({ type: "tools_change", tools: change.tools });
    if (change.title !== undefined) drafts.push({ type: "title_change", title: change.title });
    for (const draft of drafts) await this.#journal.append<SessionEntry>(draft);
  }

  /**
   * Keeps a fact of the caller's own in the log. The model is not shown it.
   * @throws {ClosedError}
   * @throws {LogWriteError}
   */
  append<E extends Entry>(draft: Draft<E>): Promise<E> {
    this.#mustBeOpen();
    return this.#journal.append<E>(draft);
  }

  /**
   * Goes on from an earlier entry (default: the last one).
   * @throws {EntryNotFoundError}
   * @throws {SessionBusyError} for `here`, while there is a run.
   * @throws {ClosedError}
   */
  async fork(entry: string | null = this.#log.leaf, options: ForkOptions = {}): Promise<Session> {
    this.#mustBeOpen();
    const path = entry === null ? [] : this.#log.pathTo(entry);
    const kept = options.position === "before" ? path.slice(0, -1) : path;
    const last = kept.at(-1)?.id ?? null;
    if (options.into !== "here") return this.#host.fork({ session: this.id, entry: last }, transplant(kept));
    if (this.#runs.current !== undefined) throw new SessionBusyError();
    await this.#log.moveLeaf(last);
    return this;
  }

  /**
   * Runs a command for the person, in the session's folder and without asking: `!command` or `command` is shown to the
   * model with its output, `!!command` is only kept in the log. While a run goes on, the fact waits for the turn's end.
   * @throws {ProcessError}
   * @throws {ClosedError}
   */
  async shell(text: string, options: ShellOptions = {}): Promise<ShellResult> {
    this.#mustBeOpen();
    const draft = await runShell(this.#host.workspace, this.#journal, parseShell(text), options);
    this.#afterTurn.push(draft);
    if (this.#runs.live === undefined) await this.#afterTurn.settle();
    return { output: draft.output, exitCode: draft.exitCode };
  }

  /** What happened after an entry, as `entry` events, and then what happens. */
  async *events(options: EventsOptions = {}): AsyncGenerator<Event> {
    const live = this.#stream.subscribe();
    try {
      if (options.after !== undefined) {
        const known = this.#log.writtenSeq;
        for (const entry of this.#log.entries.filter(({ seq }) => seq > (options.after ?? 0) && seq <= known)) {
          yield this.#journal.place({ type: "entry", entry });
        }
      }
      if (options.live !== false) yield* live;
    } finally {
      await live.return?.();
    }
  }

  /** Aborts what runs, waits for it a bounded time, and lets go of the log. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    for (const waiting of this.#runs.takeWaiting()) this.#end(waiting, new ClosedError());
    const live = this.#runs.live;
    live?.abort("The session was closed.");
    const timer = new AbortController();
    await Promise.race([live?.outcome, this.#host.clock.sleep(CLOSING, timer.signal)]);
    timer.abort();
    this.#journal.emit({ type: "session_close" });
    this.#stream.close();
    await this.#host.workspace.close();
    await this.#log.close();
    this.#host.release(this.id);
  }

  #mustBeOpen(): void {
    if (this.#closing !== undefined) throw new ClosedError();
  }

  #runParts() {
    return { stream: this.#stream, inbox: this.#inbox, mint: () => this.#log.mint() };
  }

  #refuse(error: Error): Run {
    const refused = new LiveRun(undefined, {}, this.#runParts());
    this.#end(refused, error);
    return refused;
  }

  #end(run: LiveRun, error: Error): void {
    const outcome: Outcome = { kind: "failed", error: runError(error) };
    run.end(outcome, this.#journal.place({ type: "run_end", runId: run.id, outcome }));
  }
}
