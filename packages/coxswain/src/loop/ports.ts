import type { Draft, Entry, Fold } from "../log/index.ts";
import type { Model, ModelRequest, UserMessage } from "../model/index.ts";
import type { RunEvent } from "./event.ts";
import type { Gate } from "./gate.ts";
import type { Tool } from "./tool.ts";

/** All that the loop needs from outside. */
export interface Ports {
  readonly context: Context;
  readonly tools: Tools;
  readonly gate: Gate;
  readonly inbox: Inbox;
  readonly journal: Journal;
  readonly clock: Clock;
}

/** What the model is sent, and which model it is: asked anew for each turn. */
export interface Context {
  prepare(): Promise<{ readonly model: Model; readonly request: Omit<ModelRequest, "signal"> }>;
}

export interface Tools {
  find(name: string): Tool | undefined;
  /** Names that can be called now, for an error that helps. */
  names(): readonly string[];
}

/** Messages that wait to be told to the model. All is synchronous: between two calls nothing else happens. */
export interface Inbox {
  readonly hasSteering: boolean;
  /** Neither steering nor follow-ups. */
  readonly isEmpty: boolean;
  /** Takes all that steers. */
  takeSteering(): readonly Queued[];
  /** Takes all that steers, or else all follow-ups. */
  takeNext(): readonly Queued[];
  /** The run has ended: nothing can be queued for it any more. */
  settle(): void;
}

export interface Queued {
  readonly id: string;
  readonly message: UserMessage;
}

/** When facts may have to be safe: a message before the model sees it, an intent before it is acted on, a result after it. */
export type SyncMoment = "message" | "intent" | "result";

/** The session's log and its stream of events. */
export interface Journal {
  readonly path: readonly Entry[];
  /** An id for an entry that is appended later. */
  mint(): string;
  append<E extends Entry>(draft: Draft<E>): Promise<E>;
  /** Resolves when all that was appended survives a loss of power, where that is wanted at such a moment. */
  sync(moment: SyncMoment): Promise<void>;
  view<State>(fold: Fold<State>): State;
  emit(event: RunEvent): void;
}

export interface Clock {
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
