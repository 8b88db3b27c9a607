import { type Limit, type Outcome, type Queued, RunEnding, runError, type RunOptions } from "../../loop/index.ts";
import { textOf } from "../../model/index.ts";
import { type Event, EventStream, pastEvents } from "../../journal/index.ts";
import type { Admissions, Cancellation, Inbox, Receipt } from "../inbox/index.ts";
import { RunFailedError } from "../errors.ts";
import type { MessageQueue } from "./message-queue.ts";
import type { PromptInput, Run, RunObserver, MessageOptions } from "./run.ts";

export interface LiveRunParts {
  readonly inbox: Inbox;
  readonly admissions: Admissions;
  readonly messages: MessageQueue;
  readonly mint: () => string;
  /** Emits a warning about an odd callback. */
  readonly warn: (warning: string) => void;
  /** Called when a run is aborted that has not begun: takes it off the queue, and ends it. */
  readonly aborted: (run: LiveRun, outcome: Outcome) => void;
}

export interface LiveRunSetup {
  /** Default: a new one. */
  readonly id?: string | undefined;
  /** The run's prompt. */
  readonly messages: readonly Queued[];
  readonly options?: RunOptions | undefined;
  /** If true, this resumes an interrupted run. Default: false. */
  readonly resumes?: boolean | undefined;
  /** Called synchronously with each event; if it throws, the run fails. */
  readonly onEvent?: RunObserver | undefined;
  /** If true, the run's messages stay queued in the log when the session is closed before it begins. Default: false. */
  readonly outlives?: boolean | undefined;
}

/** A run that a session has accepted: queued, active or ended. */
export class LiveRun implements Run {
  readonly id: string;
  readonly options: RunOptions;
  readonly resumes: boolean;
  readonly outlives: boolean;
  readonly outcome: Promise<Outcome>;
  /** Events of the session while this run is the active one, for the run's own readers. */
  readonly events = new EventStream();
  readonly #messages: Queued[];
  readonly #parts: LiveRunParts;
  readonly #aborting = new AbortController();
  readonly #resolve: (outcome: Outcome) => void;
  readonly #taken = Promise.withResolvers<void>();
  #phase: "waiting" | "live" | "ended" = "waiting";
  #last: Event | undefined;

  constructor({ id, messages, options = {}, resumes = false, outlives = false, onEvent }: LiveRunSetup, parts: LiveRunParts) {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.id = id ?? parts.mint();
    this.options = options;
    this.resumes = resumes;
    this.outlives = outlives;
    this.outcome = promise;
    this.#resolve = resolve;
    this.#messages = [...messages];
    this.#parts = parts;
    if (onEvent !== undefined) this.events.listen((event) => this.#observe(onEvent, event));
    // Callers need not wait for it.
    this.#taken.promise.catch(() => undefined);
  }

  /** The run's prompt, and the messages added while it was queued. */
  get messages(): readonly Queued[] {
    return this.#messages;
  }

  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  /** `undelivered` are messages to an earlier run, which ended without them. */
  begin(undelivered: readonly Queued[]): void {
    this.#phase = "live";
    this.#messages.unshift(...undelivered);
  }

  /** Marks the run's messages as entries of the log. */
  take(): void {
    this.#taken.resolve();
  }

  /** Rejects the run's messages, unless `take` was called before. */
  refuse(error: Error): void {
    this.#taken.reject(error);
  }

  /** Ends the run. Readers that start later get `last` only. */
  end(outcome: Outcome, last: Event): void {
    this.#phase = "ended";
    this.#last = last;
    this.events.publish(last);
    this.events.close();
    this.#resolve(outcome);
  }

  steer(input: PromptInput, options: MessageOptions = {}): Receipt {
    return this.#parts.messages.send("steer", input, options, this);
  }

  followUp(input: PromptInput, options: MessageOptions = {}): Receipt {
    return this.#parts.messages.send("followUp", input, options, this);
  }

  /** Takes a message. Returns false if the run no longer accepts any. */
  accept(how: "steer" | "followUp", queued: Queued): boolean {
    if (this.#phase === "waiting") this.#messages.push(queued);
    else if (this.#phase === "live" && this.#parts.inbox.isOpen) this.#parts.inbox.add(how, queued);
    else return false;
    return true;
  }

  abort(reason?: string): void {
    const why = reason ?? "The run was aborted.";
    if (this.#phase === "live") this.#parts.inbox.drop(why);
    this.#aborting.abort(reason);
    if (this.#phase === "waiting") this.#unqueue({ reason: why }, reason);
  }

  /** Aborts the run if it has not begun. */
  cancel(why: Cancellation): void {
    if (this.#phase !== "waiting") return;
    this.#aborting.abort(why.reason);
    this.#unqueue(why, why.reason);
  }

  /** Cancels the messages at once: after a kill, another process must not start an aborted run. */
  #unqueue(why: Cancellation, reason: string | undefined): void {
    this.#parts.admissions.cancel(this.#messages.splice(0), why);
    this.#parts.aborted(this, { kind: "aborted", ...(reason === undefined ? {} : { reason }) });
  }

  /** Ends the run with a limit. The next run delivers the messages queued for it. */
  limit(limit: Limit): void {
    this.#end({ kind: "limit", limit });
  }

  async text(): Promise<string> {
    const outcome = await this.outcome;
    if (outcome.kind !== "done") throw new RunFailedError(outcome);
    return textOf(outcome.reply);
  }

  async admitted(): Promise<void> {
    await this.#taken.promise;
    await this.#parts.admissions.stored();
  }

  #observe(onEvent: RunObserver, event: Event): void {
    const failed = (error: unknown): void => {
      if (this.#phase === "ended") this.#parts.warn(`The run has ended, and its onEvent callback failed: ${runError(error).message}`);
      else this.#end({ kind: "failed", error: runError(error) });
    };
    try {
      Promise.resolve(onEvent(event)).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  /** The next run delivers the messages queued for this one. */
  #end(outcome: Outcome): void {
    if (this.#phase === "live") this.#parts.inbox.settle();
    this.#aborting.abort(new RunEnding(outcome));
  }

  [Symbol.asyncIterator](): AsyncIterator<Event> {
    return this.#last === undefined ? this.events.subscribe() : pastEvents([this.#last]);
  }
}
