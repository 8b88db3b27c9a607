export { preservedSkills } from "./carry-skills.ts";
export { loadSkills } from "./load-skills.ts";
export { skillCatalogue } from "./skill-catalogue.ts";
export { invokedSkill } from "./skill-named.ts";
export { skillText } from "./skill-text.ts";
export { skillsUsed } from "./skill-use.ts";
export type { SkillUseEntry } from "./skill-use.ts";
export type { Skill } from "./skill.ts";
