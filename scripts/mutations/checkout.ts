import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";

/** Folders that a test of the source does not read. */
const LEFT_OUT = new Set([".git", "node_modules", "dist"]);

/** Copies the project to a temporary folder, where its source may be changed. Installed packages are linked. */
export const openCheckout = async (root: string) => {
  const folder = mkdtempSync(join(tmpdir(), "coxswain-mutation-"));
  cpSync(root, folder, {
    recursive: true,
    filter: (path) =>
      !relative(root, path)
        .split(sep)
        .some((part) => LEFT_OUT.has(part)),
  });
  await mkdir(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    // Links of the workspace are relative: the copy links its own packages.
    const own = name === "coxswain" || name === "coxswain-cli";
    const target = own ? join(folder, "packages", name.replace("coxswain-cli", "cli")) : join(root, "node_modules", name);
    symlinkSync(target, join(folder, "node_modules", name));
  }
  return {
    folder,
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
  };
};
