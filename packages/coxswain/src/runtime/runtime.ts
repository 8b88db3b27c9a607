import type { Model } from "../model/index.ts";
import type { LanguageModelV4 } from "./default-models.ts";
import type { StoredFilter, StoredSession } from "../log/index.ts";
import type { Outcome } from "../loop/index.ts";
import type { Event, EventOf, EventReader, ReadingOptions, Setup } from "../journal/index.ts";
import type { PromptInput, PromptOptions, Session } from "../session/index.ts";

export interface CreateOptions extends Omit<Setup, "model" | "modelObject"> {
  /** Reference, or a model object. The log stores the reference; `open` needs the object again. */
  readonly model: string | Model | LanguageModelV4;
  /** Folder that the session works in. Default: the process's. */
  readonly cwd?: string;
  /**
   * Id of the session that this one derives from. The header names it; none of its content is copied. Default: none.
   */
  readonly parent?: string;
}

export interface OpenOptions {
  /** Model object that the session was created with. Ignored if the session is already open. */
  readonly model?: Model | LanguageModelV4;
  /**
   * If true, a long session may open with its last turns, as fast as a new one. Its first run reads the rest, or a call of
   * `open` without this option, so `session.entries` grows at its beginning. Damage in the rest is a `warning` event.
   * Default: false.
   */
  readonly recent?: boolean;
}

export interface SendOptions extends Omit<PromptOptions, "whenBusy"> {
  /**
   * Handling of a message while the session has a run. `reject`: throws SessionBusyError. `queue`: the message gets its
   * own run later. `wait`: the same, and `send` resolves when that run has ended. `steer`, `followUp`: the message joins
   * the active run. Default: `reject`, as in `session.prompt`.
   */
  readonly whenBusy?: "reject" | "queue" | "wait" | "steer" | "followUp";
}

/**
 * Result of sending a message. `ended`: its run has ended, or never started because the message was rejected. `queued`:
 * its run starts later. `joined`: it was added to the active run.
 */
export type SendResult =
  | { readonly kind: "ended"; readonly outcome: Outcome }
  | { readonly kind: "queued" | "joined"; readonly runId: string };

/** Manages many sessions over one store, and the dependencies that they share. */
export interface Runtime extends AsyncDisposable {
  /**
   * Creates a session. Stores nothing before its first fact.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   * @throws {BudgetError}
   * @throws {TypeError} for an option of the wrong type.
   * @throws {ClosedError}
   */
  create(options: CreateOptions): Promise<Session>;
  /**
   * Opens a session exclusively. Returns the same object while it is open.
   * @throws {SessionNotFoundError}
   * @throws {SessionInUseError} when another process or runtime has it open; `readSession` and `followSession` work all
   * the same.
   * @throws {LogWriteError} when its location does not permit a lock; it can still be read.
   * @throws {LogFormatError}
   * @throws {ClosedError}
   */
  open(id: string, options?: OpenOptions): Promise<Session>;
  /** Returns a session if it is open in this runtime, without opening it. */
  opened(id: string): Session | undefined;
  /**
   * Moves a closed session to another folder, after its project was moved. Sessions of its agents that worked there or
   * below move along, except for open ones.
   * @throws {SessionInUseError} when it is open, in this or another process.
   * @throws {SessionNotFoundError}
   * @throws {LogFormatError}
   * @throws {LogWriteError}
   * @throws {ClosedError}
   */
  relocate(id: string, cwd: string): Promise<void>;
  /**
   * Creates a session that continues from the current end of another one, which may be open elsewhere and does not
   * change.
   * @throws {SessionNotFoundError}
   * @throws {LogFormatError}
   * @throws {LogWriteError}
   * @throws {ClosedError}
   */
  fork(id: string): Promise<Session>;
  /**
   * Lists stored sessions, most recently updated first. Sessions of agents are included only if the filter requests
   * them.
   */
  list(filter?: StoredFilter): AsyncIterable<StoredSession>;
  /**
   * Closes a session and removes it from the store, with the sessions of its agents. Returns false if there is none.
   * @throws {SessionInUseError} when one of them is open elsewhere.
   * @throws {LogWriteError}
   */
  remove(id: string): Promise<boolean>;
  /**
   * Sends a message to a session, which is opened if necessary. Resolves when the message's run has ended; at once, if
   * the message is queued or joins the active run.
   * @throws {SessionNotFoundError}
   * @throws {SessionBusyError}
   * @throws {ClosedError}
   */
  send(id: string, input: PromptInput, options?: SendOptions): Promise<SendResult>;
  /** Streams the events of all open sessions from now on, in arrival order; only the given types, if any are named. */
  events<Type extends Event["type"] = Event["type"]>(options?: ReadingOptions<Type>): EventReader<EventOf<Type>>;
  /**
   * Closes all sessions. Idempotent.
   * @throws {LogWriteError} when the store did not accept all facts.
   */
  close(): Promise<void>;
}
