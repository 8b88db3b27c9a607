import type { Fold } from "../log/index.ts";
import { isCompaction, isReset, isSystemChange, isSystemPrompt } from "./entries.ts";

/**
 * The system prompt in effect at a position of the log. The section contents, which are long, are in the entries only.
 */
export interface SystemPromptState {
  /** The entry whose sections are sent. Null: none since the conversation was started, reset or compacted. */
  readonly prompt: string | null;
  /** Hashes of the sections in effect by section name, including later changes. */
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
    const unchanged = Object.entries(state.hashes).filter(([name]) => !changed.has(name));
    const now = entry.sections.flatMap(({ name, hash }): (readonly [string, string])[] => (hash === null ? [] : [[name, hash]]));
    return { ...state, hashes: Object.fromEntries([...unchanged, ...now]) };
  },
};
