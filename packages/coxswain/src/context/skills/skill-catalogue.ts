import { estimateTextTokens } from "../../model/index.ts";
import type { Skill } from "./skill.ts";

/** Token limit of the list, which every request contains. */
const LIST_TOKENS = 4_000;
/** Maximum description lengths in characters, tried in turn until the list fits. */
const LENGTHS = [1_024, 300, 120] as const;

const HEAD = `# Skills
Instructions for special tasks, from the user and the project. If a skill matches your task, load it with the skill tool before you start, and follow it.`;

/**
 * Returns the section of the system prompt that lists the available skills with description and path. Undefined when
 * there are none. If the list is too long, descriptions are truncated; then skills that do not fit are omitted and
 * counted.
 */
export const skillCatalogue = (skills: readonly Skill[]): string | undefined => {
  const told = skills.filter(({ hidden }) => !hidden);
  if (told.length === 0) return undefined;
  let lines: readonly string[] = [];
  for (const length of LENGTHS) {
    lines = linesWithin(told, length);
    if (lines.length === told.length) break;
  }
  const left = told.length - lines.length;
  const note =
    left === 0 ? [] : [`(${left} more ${left === 1 ? "skill is" : "skills are"} not listed; the skill tool can load them by name.)`];
  return `${HEAD}\n\n${[...lines, ...note].join("\n")}`;
};

/** Returns as many lines as fit. */
const linesWithin = (skills: readonly Skill[], length: number): readonly string[] => {
  let tokens = 0;
  const lines = skills.map((skill) => lineOf(skill, length));
  const end = lines.findIndex((line) => (tokens += estimateTextTokens(`${line}\n`)) > LIST_TOKENS);
  return end < 0 ? lines : lines.slice(0, end);
};

/** Formats a skill on one line: a description must not add lines to the prompt. */
const lineOf = ({ name, description, path }: Skill, length: number): string =>
  `- ${name}: ${shortened(oneLine(description), length)} (${oneLine(path)})`;

const shortened = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text);

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
