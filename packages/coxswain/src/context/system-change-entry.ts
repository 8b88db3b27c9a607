import type { Entry } from "../log/index.ts";
import type { UserMessage } from "../model/index.ts";
import type { StoredSection } from "./section.ts";

/** A section that applies from now on. A null text removes the section. */
export type ChangedSection = StoredSection | { readonly name: string; readonly hash: null; readonly text: null };

/**
 * Sections of the system prompt change from here on. The prompt itself is sent unchanged, so that its bytes stay
 * cached. The model reads about the change in the conversation, at the position of this entry.
 */
export interface SystemChangeEntry extends Entry {
  readonly type: "system_change";
  readonly sections: readonly ChangedSection[];
}

/** Validates the fields as well: a log written by another program may contain anything. */
export const isSystemChange = (entry: Entry): entry is SystemChangeEntry =>
  entry.type === "system_change" && areChanged((entry as Partial<SystemChangeEntry>).sections);

/**
 * Returns the message that describes the change to the model. It states that it comes neither from the user nor in
 * reply to anything.
 */
export const systemChangeMessage = ({ sections }: SystemChangeEntry): UserMessage => {
  const parts = sections.map(({ name, text }) =>
    text === null ? `The section "${name}" no longer applies.` : `The section "${name}" is now:\n\n${text}`,
  );
  const text = `[The system prompt has changed. This message is from Coxswain, not from the user.]\n\n${parts.join("\n\n")}`;
  return { role: "user", content: [{ type: "text", text }], source: "system" };
};

const areChanged = (sections: unknown): boolean =>
  Array.isArray(sections) &&
  sections.every(
    (section: Partial<ChangedSection> | null) =>
      typeof section?.name === "string" &&
      ((section.text === null && section.hash === null) || (typeof section.text === "string" && typeof section.hash === "string")),
  );
