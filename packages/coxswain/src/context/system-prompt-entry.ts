import type { Entry } from "../log/index.ts";
import type { StoredSection } from "./section.ts";

/**
 * The system prompt sent with every request from here on, byte for byte, until the conversation is reset or compacted.
 */
export interface SystemPromptEntry extends Entry {
  readonly type: "system_prompt";
  /** In prompt order. */
  readonly sections: readonly StoredSection[];
}

/** Validates the fields as well: a log written by another program may contain anything. */
export const isSystemPrompt = (entry: Entry): entry is SystemPromptEntry =>
  entry.type === "system_prompt" && areKept((entry as Partial<SystemPromptEntry>).sections);

const areKept = (sections: unknown): boolean =>
  Array.isArray(sections) &&
  sections.every((section: Partial<StoredSection> | null) =>
    [section?.name, section?.hash, section?.text].every((field) => typeof field === "string"),
  );
