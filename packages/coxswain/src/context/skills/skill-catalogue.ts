import { estimateTextTokens } from "../../model/index.ts";
import type { Skill } from "./skill.ts";

/** Tokens that the list may have: it is sent with every request. */
const LIST_TOKENS = 4_000;
/** Characters of a description, where there is room, and where there is less. */
const LENGTHS = [1_024, 300, 120] as const;

const HEAD = `# Skills
Instructions for special tasks, from the person and the project. When a task is what a skill is for, load it with the skill tool before you begin, and follow it.`;

/**
 * The skills that a model may load, each with what it is for and where it is, as a section of the system prompt; undefined when
 * there are none. Where there are many the descriptions are cut, and then what does not fit is left out and counted.
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
    left === 0 ? [] : [`(${left} more ${left === 1 ? "skill is" : "skills are"} not listed here; the skill tool loads one by its name.)`];
  return `${HEAD}\n\n${[...lines, ...note].join("\n")}`;
};

/** As many as there is room for. */
const linesWithin = (skills: readonly Skill[], length: number): readonly string[] => {
  let tokens = 0;
  const lines = skills.map((skill) => lineOf(skill, length));
  const end = lines.findIndex((line) => (tokens += estimateTextTokens(`${line}\n`)) > LIST_TOKENS);
  return end < 0 ? lines : lines.slice(0, end);
};

/** On one line: a description must not add lines of its own to the prompt. */
const lineOf = ({ name, description, path }: Skill, length: number): string =>
  `- ${name}: ${shortened(oneLine(description), length)} (${oneLine(path)})`;

const shortened = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text);

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
