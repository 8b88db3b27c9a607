import type { Model } from "../model/index.ts";
import type { LanguageModelV4 } from "./default-models.ts";
import type { StoredFilter, StoredSession } from "../log/index.ts";
import type { Outcome } from "../loop/index.ts";
import type { Event, EventOf, EventReader, ReadingOptions, Setup } from "../journal/index.ts";
import type { PromptInput, PromptOptions, Session } from "../session/index.ts";

export interface CreateOptions extends Omit<Setup, "model"> {
  /** A reference, or a model object: the log has its reference, and `open` needs the object again. */
  readonly model: string | Model | LanguageModelV4;
  /** The folder that the session works in. Default: the process's. */
  readonly cwd?: string;
  /** Id of the session that this one came out of: its header names it, and nothing of it is taken along. Default: none. */
  readonly parent?: string;
}

export interface OpenOptions {
  /** The model object that the session was created with. Ignored where the session is open already. */
  readonly model?: Model | LanguageModelV4;
}

export interface SendOptions extends Omit<PromptOptions, "whenBusy"> {
  /**
   * What becomes of it when the session has a run. `queue`: a run of its own afterwards, and null at once. `wait`: the
   * same, and its outcome. `steer`, `followUp`: a part of that run, and null at once. `reject`: SessionBusyError.
   * Default: `queue`.
   */
  readonly whenBusy?: "reject" | "queue" | "wait" | "steer" | "followUp";
}

/** Many sessions over one store, and all functions that they work with. */
export interface Runtime extends AsyncDisposable {
  /**
   * A new session. Nothing is stored before its first fact.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {BudgetError}
   * @throws {TypeError} for a value of another type than its name has.
   * @throws {ClosedError}
   */
  create(options: CreateOptions): Promise<Session>;
  /**
   * The session of this id: the same object for as long as it is open, which nobody else has open then.
   * @throws {SessionNotFoundError}
   * @throws {SessionInUseError} when another process, or another runtime, has it open: `readSession` and `followSession` need not own it.
   * @throws {LogWriteError} when there can be no lock where it is kept: it can still be read.
   * @throws {LogFormatError}
   * @throws {ClosedError}
   */
  open(id: string, options?: OpenOptions): Promise<Session>;
  /** The session of this id if it is open here now, without opening it. */
  opened(id: string): Session | undefined;
  /**
   * From now on a session works in another folder: its project was moved. The session must not be open. The sessions of its
   * agents that worked there, or below, go along, but for those that are open.
   * @throws {SessionInUseError} when it is open, here or in another process.
   * @throws {SessionNotFoundError}
   * @throws {LogFormatError}
   * @throws {LogWriteError}
   * @throws {ClosedError}
   */
  relocate(id: string, cwd: string): Promise<void>;
  /**
   * A new session that goes on from where another one is now, which may be open elsewhere and is not touched.
   * @throws {SessionNotFoundError}
   * @throws {LogFormatError}
   * @throws {LogWriteError}
   * @throws {ClosedError}
   */
  fork(id: string): Promise<Session>;
  /** Stored sessions, most recently updated first; those that agents worked in only where the filter says so. */
  list(filter?: StoredFilter): AsyncIterable<StoredSession>;
  /**
   * Closes a session, and removes it from the store, with the sessions of the agents that worked for it. False when there is none.
   * @throws {SessionInUseError} when one of them is open elsewhere.
   * @throws {LogWriteError}
   */
  remove(id: string): Promise<boolean>;
  /**
   * Tells a session something. Resolves with the outcome of its run, or at once with null where `whenBusy` says so.
   * @throws {SessionNotFoundError}
   * @throws {SessionBusyError}
   * @throws {ClosedError}
   */
  send(id: string, input: PromptInput, options?: SendOptions): Promise<Outcome | null>;
  /** The events of all open sessions from now on, in the order in which they arrive; those of the types that are named. */
  events<Type extends Event["type"] = Event["type"]>(options?: ReadingOptions<Type>): EventReader<EventOf<Type>>;
  /**
   * Closes all sessions. Idempotent.
   * @throws {LogWriteError} when there are facts that the store has not taken to the last.
   */
  close(): Promise<void>;
}
