import type { Skill } from "./skill.ts";

/** What a skill says, between marks that it does not have in it. */
export const skillText = ({ name, path, body }: Skill): string => {
  let mark = "skill";
  for (let number = 2; body.includes(`</${mark}>`); number += 1) mark = `skill-${number}`;
  return `<${mark} name=${JSON.stringify(name)} path=${JSON.stringify(path)}>\n${body}\n</${mark}>`;
};
