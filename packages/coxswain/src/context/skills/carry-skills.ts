import type { Fold } from "../../log/index.ts";
import { estimateTextTokens } from "../../model/index.ts";
import type { PreservedSection } from "../compaction-entry.ts";
import { shortenedToTokens } from "../shortened.ts";
import type { Skill } from "./skill.ts";
import { skillText } from "./skill-text.ts";
import { skillsUsed } from "./skill-use.ts";

/** Tokens of one skill, and of all together. */
const ONE = 5_000;
const ALL = 25_000;

/**
 * What the skills that were used say, for a compaction to carry word for word: the latest first, as they are now; undefined
 * when none was used that is still there. One that is too long loses its middle.
 */
export const carrySkills = (skills: readonly Skill[], facts: <State>(fold: Fold<State>) => State): PreservedSection | undefined => {
  const used = facts(skillsUsed).flatMap((name) => skills.find((skill) => skill.name === name) ?? []);
  const texts: string[] = [];
  let tokens = 0;
  for (const skill of used) {
    const text = skillText({ ...skill, body: shortenedToTokens(skill.body, ONE) });
    tokens += estimateTextTokens(text);
    if (tokens > ALL) break;
    texts.push(text);
  }
  return texts.length === 0 ? undefined : { name: "skills", text: texts.join("\n\n") };
};
