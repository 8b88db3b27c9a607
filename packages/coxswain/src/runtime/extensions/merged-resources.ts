import type { Resources } from "../../context/index.ts";
import type { Registered } from "./registered.ts";
import type { Registry } from "./registry.ts";

/** Merges the resources of a session with those of extensions. Undefined if there are none. */
export const mergedResources = (
  own: Resources | undefined,
  { skills, templates, agents }: Registry,
  warn: (extension: string, line: string) => void,
): Resources | undefined => {
  if (skills.all.length + templates.all.length + agents.all.length === 0) return own;
  return {
    skills: merged("skill", own?.skills, skills, warn),
    templates: merged("prompt template", own?.templates, templates, warn),
    agents: merged("agent", own?.agents, agents, warn),
    warnings: own?.warnings ?? [],
  };
};

interface Named {
  readonly name: string;
}

const merged = <Item extends Named>(
  kind: string,
  own: readonly Item[] = [],
  brought: Registered<Item>,
  warn: (extension: string, line: string) => void,
): readonly Item[] => {
  const all = new Map(own.map((item) => [item.name, item]));
  for (const { extension, value } of brought.all) {
    if (all.has(value.name)) warn(extension, `its ${kind} ${value.name} is skipped: another one has that name.`);
    else all.set(value.name, value);
  }
  return [...all.values()];
};
