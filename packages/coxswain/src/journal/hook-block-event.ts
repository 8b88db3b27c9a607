import type { HookEvent } from "../loop/index.ts";

/** A hook did not let something happen. */
export interface HookBlockEvent {
  readonly type: "hook_block";
  readonly hook: string;
  /** Where it was asked. */
  readonly event: HookEvent;
  readonly reason: string;
  /** What does not go on: the run, the call, or the compaction. */
  readonly what: "run" | "call" | "compaction";
  /** Of a call. */
  readonly callId?: string;
}
