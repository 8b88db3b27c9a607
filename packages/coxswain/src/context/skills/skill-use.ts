import type { Entry, Fold } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import { isReset } from "../reset-entry.ts";
import { skillNamed } from "./skill-named.ts";

/** The model loaded a skill. What a person invokes stands in their message. */
export interface SkillUseEntry extends Entry {
  readonly type: "skill_use";
  readonly name: string;
  /** The skill's `SKILL.md`, absolute. */
  readonly path: string;
}

/** How many are remembered. */
const REMEMBERED = 32;

/** The names of the skills that were used since the conversation began, the latest first. A compaction carries them on. */
export const skillsUsed: Fold<readonly string[]> = {
  name: "skills",
  initial: [],
  apply(names, entry) {
    if (isReset(entry)) return [];
    const name = usedBy(entry);
    if (name === undefined || name === names[0]) return names;
    return [name, ...names.filter((other) => other !== name)].slice(0, REMEMBERED);
  },
};

/** A log from another hand may hold anything. */
const usedBy = (entry: Entry): string | undefined => {
  const { type, name } = entry as Partial<SkillUseEntry>;
  if (type === "skill_use") return typeof name === "string" ? name : undefined;
  if (!isMessage(entry) || entry.message?.role !== "user") return undefined;
  const { typed } = entry.message;
  return typeof typed === "string" ? skillNamed(typed)?.name : undefined;
};
