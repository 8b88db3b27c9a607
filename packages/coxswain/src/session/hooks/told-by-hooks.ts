import type { Heard } from "../../hooks/index.ts";
import type { HookEvent, Queued } from "../../loop/index.ts";

/** What hooks tell, as messages: each says whose it is, to the model in its text. */
export const hookMessages = (tells: Heard<HookEvent>["tells"], mint: () => string): readonly Queued[] =>
  tells.map(({ hook, text }) => ({
    id: mint(),
    message: { role: "user", content: [{ type: "text", text: `[The hook ${hook} says:]\n\n${text}` }], source: `hook:${hook}` },
  }));
