import type { HookAnswers } from "../hook-answer.ts";
import type { HookEvent } from "../../loop/index.ts";

/**
 * Effect of a blocking command: an event that has not happened is denied or stopped, and one that has happened is
 * reported to the model.
 */
const MEANINGS: { readonly [E in HookEvent]: (reason: string) => HookAnswers[E] } = {
  before_run: (deny) => ({ deny }),
  turn_start: (stop) => ({ stop }),
  post_message: (stop) => ({ stop }),
  pre_tool: (deny) => ({ deny }),
  post_tool: (tell) => ({ tell }),
  turn_end: (tell) => ({ tell }),
  pre_compact: (deny) => ({ deny }),
  run_end: (reason) => {
    throw new Error(`it blocks what is over: ${reason}`);
  },
};

export const blocked = <E extends HookEvent>(event: E, reason: string): HookAnswers[E] => MEANINGS[event](reason);
