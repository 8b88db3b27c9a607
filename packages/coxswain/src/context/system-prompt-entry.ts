import type { Entry } from "../log/index.ts";
import type { StoredSection } from "./section.ts";

/** The system prompt that is sent with every request from here on, byte by byte, until the conversation begins anew or is compacted. */
export interface SystemPromptEntry extends Entry {
  readonly type: "system_prompt";
  /** In their order. */
  readonly sections: readonly StoredSection[];
}

/** A log from another hand may hold anything. */
export const isSystemPrompt = (entry: Entry): entry is SystemPromptEntry =>
  entry.type === "system_prompt" && areKept((entry as Partial<SystemPromptEntry>).sections);

const areKept = (sections: unknown): boolean =>
  Array.isArray(sections) &&
  sections.every((section: Partial<StoredSection> | null) =>
    [section?.name, section?.hash, section?.text].every((field) => typeof field === "string"),
  );
