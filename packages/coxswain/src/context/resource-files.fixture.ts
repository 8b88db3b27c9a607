import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import type { ResourceReading } from "./resource-files.ts";

/** Writes files, and creates their folders. */
export const writeFiles = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};

/** Returns a `SKILL.md` with a description that names the skill, or with the given fields. */
export const skillFile = (name: string, { body = `How ${name} is done.`, fields = `description: Does ${name}.` } = {}): string =>
  `---\nname: ${name}\n${fields}\n---\n${body}\n`;

/** Creates a temporary folder with files, and collects the warnings of reading them. */
export const resourceScene = (t: TestContext, files: Readonly<Record<string, string>> = {}) => {
  const scene = temporaryWorkspace(t);
  writeFiles(scene.root, files);
  const warnings: string[] = [];
  const reading: ResourceReading = {
    workspace: scene.workspace,
    isSecret: (path) => path.endsWith(".env"),
    warn: (warning) => void warnings.push(warning.replaceAll(scene.root, "")),
  };
  return { ...scene, warnings, reading };
};
