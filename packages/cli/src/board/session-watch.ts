import { followSession, readSession, type Store } from "coxswain";
import { type IndexedSession, type SessionIndex, sessionOwner } from "coxswain/store";
import type { FrameTimer } from "../screen/index.ts";
import { type BoardSession, SessionProgress } from "./board-session.ts";

export interface SessionWatchOptions {
  readonly index: SessionIndex;
  readonly store: Store;
  readonly timer: FrameTimer;
  /** Called after a change. */
  readonly onChange: () => void;
}

/** Milliseconds after which the list of sessions is read again. */
const INTERVAL = 1000;
/** Sessions on the board: the latest ones. */
const MOST = 100;

/** A session that was read, and its follower while a process has it open. */
interface Watched {
  readonly session: IndexedSession;
  readonly progress: SessionProgress;
  readonly following: AbortController | undefined;
}

/** Watches the latest sessions of this user, whichever processes have them open. */
export class SessionWatch {
  readonly #options: SessionWatchOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #ends = new Set<Promise<void>>();
  #listed: readonly IndexedSession[] = [];
  #stopTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
  }

  /** The sessions that were read so far, the latest first. */
  get sessions(): readonly BoardSession[] {
    return this.#listed.flatMap((session) => {
      const progress = this.#watched.get(session.id)?.progress;
      return progress === undefined ? [] : [progress.seen(session, sessionOwner(session.path))];
    });
  }

  /** Reads the sessions and follows those that are open, until `close`. */
  async start(): Promise<void> {
    await this.#refresh();
    if (!this.#isClosed) this.#stopTimer = this.#options.timer.after(INTERVAL, () => void this.start());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTimer?.();
    for (const { following } of this.#watched.values()) following?.abort();
    await Promise.all(this.#ends);
  }

  async #refresh(): Promise<void> {
    const { index, onChange } = this.#options;
    this.#listed = await index.list({ limit: MOST });
    for (const session of this.#listed) {
      if (this.#isClosed) return;
      if (await this.#read(session)) onChange();
    }
    const ids = new Set(this.#listed.map(({ id }) => id));
    for (const [id, { following }] of this.#watched) {
      if (ids.has(id)) continue;
      following?.abort();
      this.#watched.delete(id);
    }
    onChange();
  }

  /** Reads a session that changed, and follows it while it is open. Returns false if there is no change. */
  async #read(session: IndexedSession): Promise<boolean> {
    const earlier = this.#watched.get(session.id);
    const isOpen = sessionOwner(session.path) !== undefined;
    const isCurrent = earlier !== undefined && (earlier.following !== undefined || earlier.session.updatedAt === session.updatedAt);
    if (isCurrent && isOpen === (earlier.following !== undefined)) return false;
    earlier?.following?.abort();
    const progress = new SessionProgress(session.id);
    const following = isOpen ? new AbortController() : undefined;
    this.#watched.set(session.id, { session, progress, following });
    try {
      const { entries } = await readSession(this.#options.store, session.id);
      for (const entry of entries) progress.add(entry);
      if (following !== undefined) this.#follow(session.id, progress, entries.at(-1)?.seq ?? -1, following.signal);
    } catch {
      // A damaged or removed session: the list reports it.
    }
    return true;
  }

  #follow(id: string, progress: SessionProgress, after: number, signal: AbortSignal): void {
    const follow = async (): Promise<void> => {
      for await (const { entry } of followSession(this.#options.store, id, { after, signal })) {
        progress.add(entry);
        this.#options.onChange();
      }
    };
    const end = follow()
      .catch(() => undefined) // removed meanwhile: the list no longer has it
      .finally(() => this.#ends.delete(end));
    this.#ends.add(end);
  }
}
