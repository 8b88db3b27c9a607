import type { LoopOptions } from "./options.ts";
import type { Ports } from "./ports.ts";

import type { TurnReport } from "./stop-condition.ts";
import type { Limit } from "./outcome.ts";

/** What the parts of one run share. */
export interface Scope {
  readonly runId: string;
  readonly sessionId: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly ports: Ports;
  readonly options: LoopOptions;
  /** Ids of the calls that the session has seen. What a response adds is added to it. */
  readonly callIds: () => Set<string>;
  readonly judges: readonly ((turn: TurnReport) => Limit | undefined)[];
}
