import type { Outcome, Queued } from "../loop/index.ts";
import type { UserMessage } from "../model/index.ts";
import type { Event } from "./event.ts";
import { EventStream, pastEvents } from "./event-stream.ts";
import type { Inbox, Receipt } from "./inbox.ts";
import type { PromptInput, Run } from "./run.ts";
import { userMessage } from "./user-message.ts";

/** What may be said of one prompt only. */
export interface RunOptions {
  /** Turns; 0: unlimited. Default: the session's. */
  readonly maxTurns?: number;
  /** Tokens of one response. Default: the session's. */
  readonly maxOutputTokens?: number;
  /** Default: the session's. */
  readonly temperature?: number;
}

/** A run that a session has taken on: it waits for the one before it, goes, or has ended. */
export class LiveRun implements Run {
  readonly id: string;
  readonly options: RunOptions;
  readonly outcome: Promise<Outcome>;
  /** What the session tells while this run is its live one, for the run's own readers. */
  readonly events = new EventStream();
  readonly #messages: Queued[];
  readonly #inbox: Inbox;
  readonly #mint: () => string;
  readonly #aborting = new AbortController();
  readonly #resolve: (outcome: Outcome) => void;
  #phase: "waiting" | "live" | "ended" = "waiting";
  #last: Event | undefined;

  constructor(prompt: Queued | undefined, options: RunOptions, parts: { inbox: Inbox; mint: () => string }) {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.id = parts.mint();
    this.options = options;
    this.outcome = promise;
    this.#resolve = resolve;
    this.#messages = prompt === undefined ? [] : [prompt];
    this.#inbox = parts.inbox;
    this.#mint = parts.mint;
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

  /** `last` is the last event, also for who begins to read only now. */
  end(outcome: Outcome, last: Event): void {
    this.#phase = "ended";
    this.#last = last;
    this.events.publish(last);
    this.events.close();
    this.#resolve(outcome);
  }

  steer(input: PromptInput): Receipt {
    return this.tell("steer", userMessage(input));
  }

  followUp(input: PromptInput): Receipt {
    return this.tell("followUp", userMessage(input));
  }

  tell(how: "steer" | "followUp", message: UserMessage | undefined): Receipt {
    if (this.#phase === "ended" || message === undefined) return "settled";
    const queued = { id: this.#mint(), message };
    if (this.#phase === "live") return this.#inbox[how](queued);
    this.#messages.push(queued);
    return "queued";
  }

  abort(reason?: string): void {
    if (this.#phase === "live") this.#inbox.drop();
    this.#aborting.abort(reason);
  }

  [Symbol.asyncIterator](): AsyncIterator<Event> {
    return this.#last === undefined ? this.events.subscribe() : pastEvents([this.#last]);
  }
}
