import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { AGENT_FOLDERS, SKILL_FOLDERS, TEMPLATE_FOLDERS } from "coxswain/session";
import { projectRoot } from "coxswain/settings";

/** Something that a project brings for agents and that counts only when it is trusted. */
export interface ProjectPart {
  readonly kind: keyof typeof PARTS;
  /** As its files are named below the folder that they lie in, as `.agents/skills`. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** `everywhere`: it counts in each folder from the one that is worked in up to the project's root, else in the root alone. */
const PARTS = {
  skills: { names: SKILL_FOLDERS, everywhere: true },
  "prompt templates": { names: TEMPLATE_FOLDERS, everywhere: true },
  agents: { names: AGENT_FOLDERS, everywhere: true },
  extensions: { names: [".coxswain/extensions"] },
  hooks: { names: [".claude/settings.json", ".claude/settings.local.json"] },
  settings: { names: [".coxswain/settings.json"] },
  "system prompt": { names: [".coxswain/SYSTEM.md", ".coxswain/APPEND_SYSTEM.md"] },
} as const satisfies Readonly<Record<string, { readonly names: readonly string[]; readonly everywhere?: true }>>;

/** What of these is there. Only looks for the names: nothing is opened. */
export const projectParts = (cwd: string): readonly ProjectPart[] => {
  const root = projectRoot(cwd);
  const folders = upTo(root, realpathSync.native(cwd));
  return Object.entries(PARTS).flatMap(([kind, part]) =>
    ("everywhere" in part ? folders : [root]).flatMap((folder) =>
      part.names
        .map((name) => ({ kind: kind as ProjectPart["kind"], name, path: join(folder, name) }))
        .filter(({ path }) => existsSync(path)),
    ),
  );
};

/** What lies in the person's home is their own. */
const upTo = (root: string, cwd: string): readonly string[] => {
  if (cwd === homedir()) return [];
  return cwd === root || dirname(cwd) === cwd ? [cwd] : [cwd, ...upTo(root, dirname(cwd))];
};
