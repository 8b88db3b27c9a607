import type { Skill } from "./skills.ts";

export const skill = (name: string, more: Partial<Skill> = {}): Skill => ({
  name,
  description: `Does ${name}.`,
  path: `/skills/${name}/SKILL.md`,
  folder: `/skills/${name}`,
  body: `How ${name} is done.`,
  origin: "user",
  hidden: false,
  ...more,
});
