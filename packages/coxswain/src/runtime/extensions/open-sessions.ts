import type { Fold } from "../../log/index.ts";
import type { Session } from "../../session/index.ts";
import { ExtensionError } from "./errors.ts";

/** A session that is open in some runtime. */
export interface OpenSession {
  readonly session: Session;
  view<State>(fold: Fold<State>): State;
  /** Has its log keep the folds that there are by now. */
  keep(): Promise<void>;
}

/** The sessions that extensions can reach, by their ids. */
export class OpenSessions {
  readonly #open = new Map<string, OpenSession>();

  get all(): readonly OpenSession[] {
    return [...this.#open.values()];
  }

  /** @throws {ExtensionError} */
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
