import { estimateTextTokens } from "../../model/index.ts";
import type { Skill } from "./skill.ts";

/** Tokens that the list may have: it is sent with every request. */
const LIST_TOKENS = 6_000;

const HEAD = `# Skills
Instructions for special tasks, from the person and the project. When a task is what a skill is for, load it with the skill tool before you begin, and follow it.`;

/**
 * The skills that a model may load, each with what it is for and where it is, as a section of the system prompt; undefined when
 * there are none. What does not fit is left out and counted.
 */
export const skillCatalogue = (skills: readonly Skill[], maxTokens: number = LIST_TOKENS): string | undefined => {
  const told = skills.filter(({ hidden }) => !hidden);
  if (told.length === 0) return undefined;
  const lines: string[] = [];
  let tokens = 0;
  for (const skill of told) {
    const line = lineOf(skill);
    tokens += estimateTextTokens(`${line}\n`);
    if (tokens > maxTokens) break;
    lines.push(line);
  }
  const left = told.length - lines.length;
  if (left > 0)
    lines.push(`(${left} more ${left === 1 ? "skill is" : "skills are"} not listed here; the skill tool loads one by its name.)`);
  return `${HEAD}\n\n${lines.join("\n")}`;
};

/** On one line: a description must not add lines of its own to the prompt. */
const lineOf = ({ name, description, path }: Skill): string => `- ${name}: ${oneLine(description)} (${oneLine(path)})`;

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
