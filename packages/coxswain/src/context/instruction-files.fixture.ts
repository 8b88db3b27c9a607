import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { nodeWorkspace } from "../workspace/index.ts";
import type { InstructionReading } from "./instruction-files.ts";

/** Creates a folder with the given files, by relative path. */
export const folderWith = (t: TestContext, files: Readonly<Record<string, string | Uint8Array>>): string => {
  const folder = temporaryFolder(t);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
};

/** Creates options for reading in a folder, and collects the warnings. */
export const readingIn = (root: string): InstructionReading & { readonly warnings: string[] } => {
  const warnings: string[] = [];
  return { workspace: nodeWorkspace({ root }), isSecret: (path) => path.endsWith("/.env"), warn: (text) => warnings.push(text), warnings };
};
