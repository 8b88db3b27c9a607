import { BASE_PROMPT } from "./base-prompt.ts";
import { type Environment, environmentSection } from "./environment.ts";
import type { Section } from "./section.ts";

export interface SystemPromptParts {
  /** Stands before all else. Default: nothing. */
  readonly prefix?: string | undefined;
  /** In place of the base prompt. */
  readonly base?: string | undefined;
  /** What the session was set up with, besides the base. */
  readonly instructions?: string | undefined;
  readonly environment: Environment;
}

/**
 * The system prompt as sections in their order: prefix, base, instructions, environment. From what changes least to what
 * changes most, so that a provider's cache is shared by as many sessions as can be. More sections go after these.
 * Sections without text are left out.
 */
export const systemPrompt = ({ prefix = "", base = BASE_PROMPT, instructions = "", environment }: SystemPromptParts): readonly Section[] =>
  [
    { name: "prefix", text: prefix },
    { name: "base", text: base },
    { name: "instructions", text: instructions },
    environmentSection(environment),
  ].filter(({ text }) => text.trim() !== "");
