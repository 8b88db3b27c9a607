import type { Entry } from "../../log/index.ts";

/** Fact of an extension. The type names the extension and its state. */
export interface ExtensionEntry<Fact = unknown> extends Entry {
  readonly type: `extension:${string}`;
  /** JSON value. */
  readonly fact: Fact;
}

/** State that each session's log stores as facts. */
export interface StateDefinition<State, Fact> {
  /** Unique within the extension: lower-case letters, digits and hyphens. Use a new name when the meaning changes. */
  readonly name: string;
  /** JSON value: the state of a session without facts. */
  readonly initial: State;
  /**
   * Returns the state after a fact. Must be pure. If it throws, or returns a value that is not JSON, the state does not
   * change and a warning is shown.
   */
  apply(state: State, fact: Fact): State;
}

/**
 * State of an extension in open sessions. It follows the active path: a fork inherits it, and moving the leaf back
 * restores it.
 */
export interface ExtensionState<State, Fact> {
  /**
   * Returns the state.
   * @throws {ExtensionError} when the session is not open.
   */
  of(sessionId: string): State;
  /**
   * Appends a fact to the session's log, without showing it to the model.
   * @throws {ExtensionError} when the session is not open, or the fact is not a JSON value.
   * @throws {LogWriteError} the fact is applied, but the store has not persisted it yet.
   */
  append(sessionId: string, fact: Fact): Promise<void>;
}

export const entryType = (extension: string, state: string): ExtensionEntry["type"] => `extension:${extension}/${state}`;
