import type { Fold } from "../../log/index.ts";
import type { Session } from "../../session/index.ts";
import { ExtensionError } from "./errors.ts";

/** Session that is open in some runtime. */
export interface OpenSession {
  readonly session: Session;
  view<State>(fold: Fold<State>): State;
  /** Registers the current folds with the session's log. */
  keep(): Promise<void>;
}

/** Sessions that extensions can access, by id. */
export class OpenSessions {
  readonly #open = new Map<string, OpenSession>();

  get all(): readonly OpenSession[] {
    return [...this.#open.values()];
  }

  /**
   * Returns an open session.
   * @throws {ExtensionError}
   */
  get(id: string): OpenSession {
    const open = this.#open.get(id);
    if (open === undefined) throw new ExtensionError(`The session ${id} is not open here.`);
    return open;
  }

  add(open: OpenSession): void {
    this.#open.set(open.session.id, open);
  }

  remove(id: string): void {
    this.#open.delete(id);
  }
}
