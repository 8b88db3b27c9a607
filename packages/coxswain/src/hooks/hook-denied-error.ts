import { CoxswainError } from "../base/index.ts";
import type { Block } from "./ask-hooks.ts";

/** Thrown when a hook rejects a run or a compaction. Nothing changes. */
export class HookDeniedError extends CoxswainError {
  override readonly name = "HookDeniedError";
  readonly code = "hook_denied";
  /** Name of the hook. */
  readonly hook: string;

  constructor(what: "run" | "compaction", { hook, reason }: Pick<Block, "hook" | "reason">) {
    super(`The hook ${hook} denied the ${what}: ${reason}`);
    this.hook = hook;
  }
}
