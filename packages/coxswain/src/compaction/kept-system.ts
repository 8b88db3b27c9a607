import { isSystemPrompt, systemPromptState } from "../context/index.ts";
import type { Log } from "../log/index.ts";

/** The sections of the system prompt that requests have now; none before the first request, and after a boundary. */
export const keptSystem = (log: Log): readonly string[] => {
  const { prompt } = log.view(systemPromptState);
  const entry = prompt === null ? undefined : log.get(prompt);
  return entry !== undefined && isSystemPrompt(entry) ? entry.sections.map(({ text }) => text) : [];
};
