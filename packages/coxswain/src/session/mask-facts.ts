import type { Draft, LogSources } from "../log/index.ts";
import type { MessageEntry } from "../loop/index.ts";
import type { Masking } from "../policy/index.ts";
import { mapStrings } from "./map-strings.ts";

/** Keeps secrets out of a session's log, and so out of all that is made of it. */
export const maskFacts =
  ({ text, foreignText }: Masking): NonNullable<LogSources["mask"]> =>
  (draft) =>
    mapStrings(draft, isForeign(draft) ? foreignText : text) as typeof draft;

/** Whether it is what a tool or a command brought. */
const isForeign = (draft: Draft): boolean =>
  draft.type === "shell" || (draft.type === "message" && (draft as Draft<MessageEntry>).message.role === "tool");
