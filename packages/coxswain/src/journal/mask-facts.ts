import type { Draft, LogSources } from "../log/index.ts";
import type { MessageEntry } from "../loop/index.ts";
import type { Masking } from "../policy/index.ts";
import { mapStrings } from "./map-strings.ts";

/** Keeps secrets out of a session's log, and so out of all that is made of it. */
export const maskFacts =
  ({ text, foreignText }: Masking): NonNullable<LogSources["mask"]> =>
  (draft) => {
    const masked = mapStrings(draft, isForeign(draft) ? foreignText : text) as typeof draft & Readonly<Record<string, unknown>>;
    const { list, fromFiles } = NAMED_TEXTS.get(draft.type) ?? {};
    const texts = list && masked[list];
    if (list === undefined || fromFiles === undefined || !Array.isArray(texts)) return masked;
    return { ...masked, [list]: texts.map((one) => (fromFiles.includes(one?.name) ? mapStrings(one, foreignText) : one)) };
  };

/** Whether it is what a tool, a command or a hook brought. */
const isForeign = (draft: Draft): boolean =>
  draft.type === "shell" || draft.type === "job_end" || (draft.type === "message" && isBrought((draft as Draft<MessageEntry>).message));

const isBrought = (message: MessageEntry["message"]): boolean =>
  message.role === "tool" || (message.role === "user" && ["hook:", "job:"].some((source) => message.source?.startsWith(source)));

/** Where a fact has a list of texts by their names: what stands in files is as foreign as what a tool reads there, the rest was said by the person. */
interface NamedTexts {
  readonly list: string;
  readonly fromFiles: readonly unknown[];
}

const SECTIONS: NamedTexts = { list: "sections", fromFiles: ["project", "skills", "run"] };

const NAMED_TEXTS: ReadonlyMap<string, NamedTexts> = new Map([
  ["system_prompt", SECTIONS],
  ["system_change", SECTIONS],
  ["compaction", { list: "preserved", fromFiles: ["instructions", "skills"] }],
]);
