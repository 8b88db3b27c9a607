import type { Entry } from "../log/index.ts";
import type { AssistantMessage } from "../model/index.ts";
import { isMessage } from "./entries.ts";

/** The last message of the model's in a run that fits; undefined when there is none. */
export const lastReply = (
  entries: readonly Entry[],
  run: string,
  fits: (message: AssistantMessage) => boolean = () => true,
): AssistantMessage | undefined => {
  for (const entry of entries.toReversed()) {
    if (!isMessage(entry) || entry.run !== run) continue;
    const { message } = entry;
    if (message.role === "assistant" && fits(message)) return message;
  }
  return undefined;
};
