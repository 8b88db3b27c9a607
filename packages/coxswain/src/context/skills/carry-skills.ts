import type { Fold } from "../../log/index.ts";
import { estimateTextTokens } from "../../model/index.ts";
import type { PreservedSection } from "../compaction-entry.ts";
import { shortenedToTokens } from "../shortened.ts";
import type { Skill } from "./skill.ts";
import { skillText } from "./skill-text.ts";
import { skillsUsed } from "./skill-use.ts";

/** Token limits, per skill and in total. */
const ONE = 5_000;
const ALL = 25_000;

/**
 * Returns the section with the used skills that a compaction preserves word for word: the latest first, in their
 * current version. Undefined when no used skill still exists. A skill that is too long loses its middle.
 */
export const preservedSkills = (skills: readonly Skill[], facts: <State>(fold: Fold<State>) => State): PreservedSection | undefined => {
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
