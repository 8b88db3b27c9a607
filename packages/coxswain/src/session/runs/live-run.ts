import { type Limit, type Outcome, type Queued, RunEnding, runError, type RunOptions } from "../../loop/index.ts";
import { textOf, type UserMessage } from "../../model/index.ts";
import { type Event, EventStream, pastEvents } from "../../journal/index.ts";
import type { Admissions, Inbox, Receipt } from "../inbox/index.ts";
import { RunFailedError } from "../errors.ts";
import type { SessionResources } from "../resources/index.ts";
import type { PromptInput, Run, RunObserver, MessageOptions } from "./run.ts";
import { userMessage } from "./user-message.ts";

export interface LiveRunParts {
  readonly inbox: Inbox;
  readonly admissions: Admissions;
  readonly resources: SessionResources;
  readonly mint: () => string;
  /** Is told of what is odd about what is said. */
  readonly warn: (warning: string) => void;
  /** Is told that it does not wait any more, having been called off. */
  readonly changed: () => void;
}

export interface LiveRunSetup {
  /** Default: a new one. */
  readonly id?: string | undefined;
  /** What it is about. */
  readonly messages: readonly Queued[];
  readonly options?: RunOptions | undefined;
  /** Whether it begins where a crash cut it short. Default: false. */
  readonly resumes?: boolean | undefined;
  /** Is told each event in the step in which it happens; what it throws fails the run. */
  readonly onEvent?: RunObserver | undefined;
  /** Whether its messages go on waiting in the log when the session is closed before it began. Default: false. */
  readonly outlives?: boolean | undefined;
}

/** A run that a session has taken on: it waits for the one before it, goes, or has ended. */
export class LiveRun implements Run {
  readonly id: string;
  readonly options: RunOptions;
  readonly resumes: boolean;
  readonly outlives: boolean;
  readonly outcome: Promise<Outcome>;
  /** What the session tells while this run is its live one, for the run's own readers. */
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
    // Not everybody waits for it.
    this.#taken.promise.catch(() => undefined);
  }

  /** What the run is about: its prompt, and what was added while it waited. */
  get messages(): readonly Queued[] {
    return this.#messages;
  }

  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  /** `left` is what an earlier run was told and did not come to. */
  begin(left: readonly Queued[]): void {
    this.#phase = "live";
    this.#messages.unshift(...left);
  }

  /** Its messages are facts of the log from here on. */
  take(): void {
    this.#taken.resolve();
  }

  /** Its messages are not taken, unless they were before. */
  refuse(error: Error): void {
    this.#taken.reject(error);
  }

  /** `last` is the last event, also for who begins to read only now. */
  end(outcome: Outcome, last: Event): void {
    this.#phase = "ended";
    this.#last = last;
    this.events.publish(last);
    this.events.close();
    this.#resolve(outcome);
  }

  steer(input: PromptInput, options: MessageOptions = {}): Receipt {
    return this.tell("steer", this.#heard(input, options), options.id);
  }

  followUp(input: PromptInput, options: MessageOptions = {}): Receipt {
    return this.tell("followUp", this.#heard(input, options), options.id);
  }

  tell(how: "steer" | "followUp", message: UserMessage | undefined, id?: string): Receipt {
    const { admissions, inbox, mint } = this.#parts;
    if (id !== undefined && admissions.knows(id)) return admissions.waits(id) ? "queued" : "settled";
    if (this.#phase === "ended" || this.signal.aborted || message === undefined) return "settled";
    const queued = { id: id ?? mint(), message };
    if (this.#phase === "waiting") this.#messages.push(queued);
    else if (inbox[how](queued) === "settled") return "settled";
    admissions.admit({ messageId: queued.id, message, how, run: this.id, ...(id === undefined ? {} : { once: true }) });
    return "queued";
  }

  abort(reason?: string): void {
    const why = reason ?? "The run was aborted.";
    if (this.#phase === "live") this.#parts.inbox.drop(why);
    // Cancelled at once: another process, after a kill, must not begin what was called off.
    if (this.#phase === "waiting") this.#parts.admissions.cancel(this.#messages.splice(0), why);
    this.#aborting.abort(reason);
    this.#parts.changed();
  }

  /** Calls it off if it has not begun. */
  cancel(reason: string): void {
    if (this.#phase === "waiting") this.abort(reason);
  }

  /** Ends it with a limit. What waits for it is told in the next run. */
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
      if (this.#phase === "ended") this.#parts.warn(`The run has ended already, and whoever watched it failed: ${runError(error).message}`);
      else this.#end({ kind: "failed", error: runError(error) });
    };
    try {
      Promise.resolve(onEvent(event)).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  /** What waits for it is told in the next run. */
  #end(outcome: Outcome): void {
    if (this.#phase === "live") this.#parts.inbox.settle();
    this.#aborting.abort(new RunEnding(outcome));
  }

  /** A run that goes on is not ended by a slip: what names no skill is told as it is. */
  #heard(input: PromptInput, { source, expand = true }: MessageOptions): UserMessage | undefined {
    const message = userMessage(input, source);
    if (message === undefined || !expand) return message;
    const heard = this.#parts.resources.expand(message);
    if (!("error" in heard)) return heard.message;
    this.#parts.warn(`${heard.error.message} It is told to the model as it is.`);
    return message;
  }

  [Symbol.asyncIterator](): AsyncIterator<Event> {
    return this.#last === undefined ? this.events.subscribe() : pastEvents([this.#last]);
  }
}
