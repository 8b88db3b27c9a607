import type { Entry } from "../log/index.ts";
import type { Clock, StopCondition, Tool } from "../loop/index.ts";
import type { Models } from "../model/index.ts";
import type { Ask, Policy } from "../policy/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { EventStream } from "./event-stream.ts";
import type { Session } from "./session.ts";

/** What a session is given by its runtime. */
export interface Host {
  readonly models: Models;
  /** Bound to the session's workspace. */
  readonly tools: readonly Tool[];
  readonly workspace: Workspace;
  readonly policy: Policy;
  readonly ask: Ask;
  readonly stopWhen: readonly StopCondition[];
  readonly clock: Clock;
  readonly now: () => number;
  /** The events of all sessions, as they arrive. */
  readonly events: EventStream;
  /** Makes a session of these entries, forked from `parent`. */
  fork(parent: { readonly session: string; readonly entry: string | null }, entries: readonly Entry[]): Promise<Session>;
  /** The session was closed. */
  release(id: string): void;
}
