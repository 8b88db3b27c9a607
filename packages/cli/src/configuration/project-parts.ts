import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { AGENT_FOLDERS, SKILL_FOLDERS, TEMPLATE_FOLDERS } from "coxswain/session";
import { projectRoot } from "coxswain/settings";

/** A resource of a project that is used only if the project is trusted. */
export interface ProjectPart {
  readonly kind: keyof typeof PARTS;
  /** Path relative to the folder that contains it, for example `.agents/skills`. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** `everywhere`: found in each folder from the working folder up to the project root. Otherwise in the root only. */
const PARTS = {
  skills: { names: SKILL_FOLDERS, everywhere: true },
  "prompt templates": { names: TEMPLATE_FOLDERS, everywhere: true },
  agents: { names: AGENT_FOLDERS, everywhere: true },
  extensions: { names: [".coxswain/extensions"] },
  hooks: { names: [".claude/settings.json", ".claude/settings.local.json"] },
  settings: { names: [".coxswain/settings.json"] },
  "system prompt": { names: [".coxswain/SYSTEM.md", ".coxswain/APPEND_SYSTEM.md"] },
} as const satisfies Readonly<Record<string, { readonly names: readonly string[]; readonly everywhere?: true }>>;

/** Lists the existing parts. Checks names only and opens no file. */
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

/** Lists the folders up to the root. Excludes the home folder, whose files belong to the user. */
const upTo = (root: string, cwd: string): readonly string[] => {
  if (cwd === homedir()) return [];
  return cwd === root || dirname(cwd) === cwd ? [cwd] : [cwd, ...upTo(root, dirname(cwd))];
};
