import type { Clock, StopCondition, Tool } from "../loop/index.ts";
import type { Models } from "../model/index.ts";
import type { Ask, Policy } from "../policy/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Durability } from "./durability.ts";
import type { EventStream } from "./event-stream.ts";
import type { InstructionFilesOptions } from "./instruction-files/index.ts";

/** What a session's runs are given by its runtime. */
export interface RunHost {
  readonly models: Models;
  /** Bound to the session's workspace. */
  readonly tools: readonly Tool[];
  readonly workspace: Workspace;
  readonly policy: Policy;
  readonly ask: Ask;
  readonly stopWhen: readonly StopCondition[];
  /** Absent: no files for agents are read. */
  readonly instructionFiles?: InstructionFilesOptions | undefined;
  readonly durability: Durability;
  readonly clock: Clock;
  readonly now: () => number;
  /** The events of all sessions, as they arrive. */
  readonly events: EventStream;
}
