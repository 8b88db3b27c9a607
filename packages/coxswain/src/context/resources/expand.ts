import { invokedSkill, skillText } from "../skills/index.ts";
import { expandTemplate } from "../templates/index.ts";
import type { Resources } from "./resources.ts";

/** Result of expanding a typed text. */
export type Expansion =
  | { readonly kind: "unchanged" }
  | { readonly kind: "expanded"; readonly text: string }
  | { readonly kind: "unknown_skill"; readonly name: string };

const COMMAND = /^\/(\S+)\s*/;

/**
 * Expands a skill or a prompt template named at the start of a message. Other messages, such as `/etc/hosts`, stay
 * unchanged.
 */
export const expand = (text: string, { skills, templates }: Resources): Expansion => {
  const invoked = invokedSkill(text);
  if (invoked !== undefined) {
    const skill = skills.find(({ name }) => name === invoked.name);
    if (skill === undefined) return { kind: "unknown_skill", name: invoked.name };
    return { kind: "expanded", text: [skillText(skill), ...(invoked.rest === "" ? [] : [invoked.rest])].join("\n\n") };
  }
  const [command, named] = COMMAND.exec(text) ?? [];
  const template = command === undefined ? undefined : templates.find(({ name }) => name === named);
  if (command === undefined || template === undefined) return { kind: "unchanged" };
  return { kind: "expanded", text: expandTemplate(template, text.slice(command.length)) };
};
