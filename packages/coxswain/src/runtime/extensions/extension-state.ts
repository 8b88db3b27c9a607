import type { Entry } from "../../log/index.ts";

/** A fact of an extension's own. The type names the extension and the state that it belongs to. */
export interface ExtensionEntry<Fact = unknown> extends Entry {
  readonly type: `extension:${string}`;
  /** A JSON value. */
  readonly fact: Fact;
}

/** A state that is kept as facts in each session's log. */
export interface StateDefinition<State, Fact> {
  /** Unique within the extension: lower-case letters, digits and hyphens. A state that means something else than before takes another name. */
  readonly name: string;
  /** A JSON value: of a session that has no fact yet. */
  readonly initial: State;
  /** Pure: the state after a fact. One that throws, or gives what is no JSON value, leaves the state as it was, with a warning. */
  apply(state: State, fact: Fact): State;
}

/** An extension's state in the sessions that are open. It follows the active path: a fork has what was, a way back takes it back. */
export interface ExtensionState<State, Fact> {
  /** @throws {ExtensionError} when no such session is open. */
  of(sessionId: string): State;
  /**
   * Keeps a fact in the session's log. The model is not shown it.
   * @throws {ExtensionError} when no such session is open, or the fact is no JSON value.
   * @throws {LogWriteError} it holds, but the store does not have it yet.
   */
  append(sessionId: string, fact: Fact): Promise<void>;
}

export const entryType = (extension: string, state: string): ExtensionEntry["type"] => `extension:${extension}/${state}`;
