import type { Draft, LogSources } from "../../log/index.ts";
import type { MessageEntry } from "../../loop/index.ts";
import type { Masking } from "../../policy/index.ts";
import { mapStrings } from "./map-strings.ts";

/** Keeps secrets out of a session's log, and so out of all that is made of it. */
export const maskFacts =
  ({ text, foreignText }: Masking): NonNullable<LogSources["mask"]> =>
  (draft) => {
    const masked = mapStrings(draft, isForeign(draft) ? foreignText : text) as typeof draft & { readonly sections?: unknown };
    return isSystem(draft) && Array.isArray(masked.sections) ? { ...masked, sections: maskSections(masked.sections, foreignText) } : masked;
  };

/** Whether it is what a tool or a command brought. */
const isForeign = (draft: Draft): boolean =>
  draft.type === "shell" || (draft.type === "message" && (draft as Draft<MessageEntry>).message.role === "tool");

const isSystem = ({ type }: Draft): boolean => type === "system_prompt" || type === "system_change";

/** What stands in files of the folder is as foreign as what a tool reads there; the rest was said by the person. */
const FROM_FILES: ReadonlySet<unknown> = new Set(["project", "skills"]);

const maskSections = (sections: readonly { readonly name?: unknown }[], mask: (text: string) => string): readonly unknown[] =>
  sections.map((section) => (FROM_FILES.has(section?.name) ? mapStrings(section, mask) : section));
