import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../../workspace/workspace.fixture.ts";
import { nodeWorkspace } from "../../workspace/index.ts";
import type { InstructionReading } from "./instruction-file.ts";

/** A folder with these files, by their paths in it. */
export const folderWith = (t: TestContext, files: Readonly<Record<string, string | Uint8Array>>): string => {
  const folder = temporaryFolder(t);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
};

/** Reads in a folder, and gathers what is warned of. */
export const readingIn = (root: string): InstructionReading & { readonly warnings: string[] } => {
  const warnings: string[] = [];
  return { workspace: nodeWorkspace({ root }), isSecret: (path) => path.endsWith("/.env"), warn: (text) => warnings.push(text), warnings };
};
