import type { HookAnswers } from "../hook-answer.ts";
import type { HookEvent } from "../../loop/index.ts";

/** What it means that a command blocks: what is about to happen does not, and what has happened is told to the model. */
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
