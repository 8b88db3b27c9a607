import { DEFAULT_SYSTEM_PROMPT } from "./default-system-prompt.ts";
import { type Environment, environmentSection } from "./environment.ts";
import type { Section } from "./sections.ts";

export interface SystemPromptParts {
  /** Precedes all other sections. Default: empty. */
  readonly prefix?: string | undefined;
  /** Replaces `DEFAULT_SYSTEM_PROMPT`. */
  readonly base?: string | undefined;
  /** The session's configured instructions, in addition to the base. */
  readonly instructions?: string | undefined;
  readonly environment: Environment;
  /** Contents of the instruction files that apply to the session's folder. */
  readonly project?: string | undefined;
  /** The list of available skills. */
  readonly skills?: string | undefined;
}

/**
 * Returns the sections of the system prompt in order: prefix, base, instructions, environment, project, skills. They
 * are sorted from least to most variable, so that as many sessions as possible share a provider's cache. Sections
 * without text are omitted.
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

/** A session retains its initial base, whichever version of Coxswain opens it. */
const OURS: Section = { name: "base", text: DEFAULT_SYSTEM_PROMPT, lasting: true };
