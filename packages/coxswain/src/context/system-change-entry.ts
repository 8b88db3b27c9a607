import type { Entry } from "../log/index.ts";
import type { UserMessage } from "../model/index.ts";
import type { StoredSection } from "./section.ts";

/** A section that holds from now on; one whose text is null holds no more. */
export type ChangedSection = StoredSection | { readonly name: string; readonly hash: null; readonly text: null };

/**
 * Sections of the system prompt are other ones from here on. The prompt itself is sent as it was, so that its bytes stay:
 * the model is told in the conversation, at the place of this entry.
 */
export interface SystemChangeEntry extends Entry {
  readonly type: "system_change";
  readonly sections: readonly ChangedSection[];
}

/** A log from another hand may hold anything. */
export const isSystemChange = (entry: Entry): entry is SystemChangeEntry =>
  entry.type === "system_change" && areChanged((entry as Partial<SystemChangeEntry>).sections);

/** What the model is told of a change: not by the person, and not in answer to anything. */
export const systemChangeMessage = ({ sections }: SystemChangeEntry): UserMessage => {
  const parts = sections.map(({ name, text }) =>
    text === null ? `The section "${name}" holds no more.` : `The section "${name}" is now:\n\n${text}`,
  );
  const text = `[The system prompt has changed. This comes from Coxswain, not from the person.]\n\n${parts.join("\n\n")}`;
  return { role: "user", content: [{ type: "text", text }], source: "system" };
};

const areChanged = (sections: unknown): boolean =>
  Array.isArray(sections) &&
  sections.every(
    (section: Partial<ChangedSection> | null) =>
      typeof section?.name === "string" &&
      ((section.text === null && section.hash === null) || (typeof section.text === "string" && typeof section.hash === "string")),
  );
