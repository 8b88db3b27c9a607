import { DEFAULT_SYSTEM_PROMPT } from "./default-system-prompt.ts";
import { type Environment, environmentSection } from "./environment.ts";
import type { Section } from "./section.ts";

export interface SystemPromptParts {
  /** Stands before all else. Default: nothing. */
  readonly prefix?: string | undefined;
  /** In place of `DEFAULT_SYSTEM_PROMPT`. */
  readonly base?: string | undefined;
  /** What the session was set up with, besides the base. */
  readonly instructions?: string | undefined;
  readonly environment: Environment;
  /** What the files for agents say that hold in the session's folder. */
  readonly project?: string | undefined;
  /** Which skills there are. */
  readonly skills?: string | undefined;
}

/**
 * The system prompt as sections in their order: prefix, base, instructions, environment, project, skills. From what changes
 * least to what changes most, so that a provider's cache is shared by as many sessions as can be. Sections without text are
 * left out.
 */
export const systemPrompt = ({ prefix, base, instructions, environment, project, skills }: SystemPromptParts): readonly Section[] =>
  [
    { name: "prefix", text: prefix ?? "" },
    base === undefined ? OURS : { name: "base", text: base },
    { name: "instructions", text: instructions ?? "" },
    environmentSection(environment),
    { name: "project", text: project ?? "" },
    { name: "skills", text: skills ?? "" },
  ].filter(({ text }) => text.trim() !== "");

/** A session goes on with what it began with, whichever version of Coxswain opens it. */
const OURS: Section = { name: "base", text: DEFAULT_SYSTEM_PROMPT, lasting: true };
