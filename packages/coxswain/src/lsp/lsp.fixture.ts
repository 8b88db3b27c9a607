import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { nodeWorkspace, type NodeWorkspaceOptions } from "../workspace/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { LanguageServers, type LanguageServersOptions } from "./index.ts";

const MODULES = join(import.meta.dirname, "..", "..", "..", "..", "node_modules");

/** Paths of the language servers that tests start for real. */
export const REAL = {
  typescript: [join(MODULES, ".bin", "typescript-language-server"), "--stdio"],
  python: [join(MODULES, ".bin", "pyright-langserver"), "--stdio"],
  tsserver: join(MODULES, "typescript-for-language-server", "lib", "tsserver.js"),
} as const;

export interface LspFolder extends LanguageServersOptions {
  readonly files: Readonly<Record<string, string>>;
  readonly trusted?: boolean;
  readonly workspaceOptions?: Partial<NodeWorkspaceOptions>;
}

/** Creates a folder with files, and its language servers, which end after the test. */
export const lspFolder = (t: TestContext, { files, trusted = false, workspaceOptions, ...options }: LspFolder) => {
  const root = temporaryFolder(t, async () => {
    await servers.close();
    await workspace.close();
  });
  const at = (name: string): string => join(root, name);
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const workspace = nodeWorkspace({ root, ...workspaceOptions });
  const warnings: string[] = [];
  const servers = new LanguageServers(options, { workspace, trusted, warn: (message) => void warnings.push(message) });
  /** Checks one edit of several files. Undefined: the file is deleted. */
  const editAll = async (changed: Readonly<Record<string, string | undefined>>) => {
    const check = await servers.beginEdit(Object.keys(changed).map(at));
    for (const [name, text] of Object.entries(changed)) {
      if (text === undefined) rmSync(at(name));
      else write(name, text);
    }
    return check?.finish(new AbortController().signal);
  };
  return {
    root,
    at,
    write,
    workspace,
    servers,
    warnings,
    /** Checks an edit of one file, as a tool makes it. */
    edit: (name: string, text: string) => editAll({ [name]: text }),
    editAll,
    /** Path and hash of each file of the folder. */
    tree: () => treeOf(root),
  };
};

const treeOf = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const path = join(root, name);
      return statSync(path).isFile() ? `${name} ${createHash("sha256").update(readFileSync(path)).digest("hex")}` : name;
    });

/** Options of a folder whose YAML files a stub serves. */
export const stubServer = (behavior: string) => ({
  trusted: true,
  languages: { yaml: { command: [process.execPath, join(import.meta.dirname, "stub-server.child.ts"), behavior] } },
});
