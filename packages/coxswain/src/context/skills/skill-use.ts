import type { Entry, Fold } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import { isReset } from "../reset-entry.ts";
import { invokedSkill } from "./skill-named.ts";

/** Records that the model loaded a skill. A skill that the user invokes is in the user's message. */
export interface SkillUseEntry extends Entry {
  readonly type: "skill_use";
  readonly name: string;
  /** The skill's `SKILL.md`, absolute. */
  readonly path: string;
}

/** Maximum number of remembered names. */
const REMEMBERED = 32;

/** Names of the skills used since the conversation started, the latest first. Compactions preserve them. */
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

/** A log written by another program may contain anything. */
const usedBy = (entry: Entry): string | undefined => {
  const { type, name } = entry as Partial<SkillUseEntry>;
  if (type === "skill_use") return typeof name === "string" ? name : undefined;
  if (!isMessage(entry) || entry.message?.role !== "user") return undefined;
  const { typed } = entry.message;
  return typeof typed === "string" ? invokedSkill(typed)?.name : undefined;
};
