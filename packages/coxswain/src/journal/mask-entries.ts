import type { Draft, LogSources } from "../log/index.ts";
import type { MessageEntry } from "../loop/index.ts";
import type { Masking } from "../policy/index.ts";
import type { PermissionAskEntry } from "./entries.ts";

/** Masks secrets in the entries of a session's log, and so in everything derived from it. */
export const maskEntries =
  ({ text, foreignText }: Masking): NonNullable<LogSources["mask"]> =>
  (draft) => {
    const masked = mapStrings(draft, isForeign(draft) ? foreignText : text) as typeof draft & Readonly<Record<string, unknown>>;
    const { list, fromFiles } = NAMED_SECTIONS.get(draft.type) ?? {};
    const sections = list && masked[list];
    if (list === undefined || fromFiles === undefined || !Array.isArray(sections)) return masked;
    return { ...masked, [list]: sections.map((one) => (fromFiles.includes(one?.name) ? mapStrings(one, foreignText) : one)) };
  };

/** Returns whether the content is from a tool, a command or a hook. */
const isForeign = (draft: Draft): boolean =>
  draft.type === "shell" ||
  draft.type === "job_end" ||
  hasPreview(draft) ||
  (draft.type === "message" && isFromTool((draft as Draft<MessageEntry>).message));

/** A question that shows changes of files. */
const hasPreview = (draft: Draft): boolean =>
  draft.type === "permission_ask" && (draft as Draft<PermissionAskEntry>).requests.some(({ preview }) => preview !== undefined);

const isFromTool = (message: MessageEntry["message"]): boolean =>
  message.role === "tool" || (message.role === "user" && ["hook:", "job:"].some((source) => message.source?.startsWith(source)));

/** A list of named sections in an entry. Content of files is masked like tool output, the rest like the user's own words. */
interface NamedSections {
  readonly list: string;
  readonly fromFiles: readonly unknown[];
}

const SECTIONS: NamedSections = { list: "sections", fromFiles: ["project", "skills", "run"] };

const NAMED_SECTIONS: ReadonlyMap<string, NamedSections> = new Map([
  ["system_prompt", SECTIONS],
  ["system_change", SECTIONS],
  ["compaction", { list: "preserved", fromFiles: ["instructions", "skills"] }],
]);

/** Shorter keys of objects are not checked for secrets. */
const MIN_KEY_LENGTH = 8;

/** Maps each string of a JSON value, including keys, except the data of images. Returns the same object if nothing changes. */
export const mapStrings = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    let changed: unknown[] | undefined;
    for (let at = 0; at < value.length; at++) {
      const next = mapStrings(value[at], change);
      if (next !== value[at]) (changed ??= [...value])[at] = next;
    }
    return changed ?? value;
  }
  const isImage = "type" in value && value.type === "image";
  const record = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(record);
  let changed: Record<string, unknown> | undefined;
  let renamed = false;
  for (const key of keys) {
    const next = isImage && key === "data" ? record[key] : mapStrings(record[key], change);
    if (next !== record[key]) (changed ??= { ...record })[key] = next;
    renamed ||= key.length >= MIN_KEY_LENGTH && change(key) !== key;
  }
  if (!renamed) return changed ?? value;
  return Object.fromEntries(Object.entries(changed ?? record).map(([key, inner]) => [change(key), inner]));
};
