import type { Fold } from "../log/index.ts";
import { isCompaction } from "./compaction-entry.ts";
import { isReset } from "./reset-entry.ts";
import { isSystemChange } from "./system-change-entry.ts";
import { isSystemPrompt } from "./system-prompt-entry.ts";

/** Which system prompt holds at a place of the log. Texts are long, and stand in the entries alone. */
export interface SystemPromptState {
  /** The entry whose sections are sent; null: none yet since the conversation began, began anew or was compacted. */
  readonly prompt: string | null;
  /** By the section's name: the hash of what holds, changes that were told included. */
  readonly hashes: Readonly<Record<string, string>>;
}

const NONE: SystemPromptState = { prompt: null, hashes: {} };

export const systemPromptState: Fold<SystemPromptState> = {
  name: "system_prompt",
  initial: NONE,
  apply(state, entry) {
    if (isReset(entry) || isCompaction(entry)) return NONE;
    if (isSystemPrompt(entry))
      return { prompt: entry.id, hashes: Object.fromEntries(entry.sections.map(({ name, hash }) => [name, hash])) };
    if (!isSystemChange(entry)) return state;
    const changed = new Set(entry.sections.map(({ name }) => name));
    const kept = Object.entries(state.hashes).filter(([name]) => !changed.has(name));
    const now = entry.sections.flatMap(({ name, hash }): (readonly [string, string])[] => (hash === null ? [] : [[name, hash]]));
    return { ...state, hashes: Object.fromEntries([...kept, ...now]) };
  },
};
