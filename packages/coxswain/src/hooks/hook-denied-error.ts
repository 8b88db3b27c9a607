import { CoxswainError } from "../base/index.ts";
import type { Block } from "./ask-hooks.ts";

/** A hook did not let a run begin, or the conversation be compacted. All is as it was. */
export class HookDeniedError extends CoxswainError {
  override readonly name = "HookDeniedError";
  readonly code = "hook_denied";
  /** Which hook it was. */
  readonly hook: string;

  constructor(what: "run" | "compaction", { hook, reason }: Pick<Block, "hook" | "reason">) {
    super(`The hook ${hook} denied the ${what}: ${reason}`);
    this.hook = hook;
  }
}
