import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readManifest } from "./manifest.ts";

/** Returns the licences of all bundled packages, by name. `modules`: the paths of the bundled files. */
export const thirdPartyNotices = async (modules: readonly string[]): Promise<string> => {
  const folders = new Set(modules.flatMap((path) => packageFolder(path) ?? []));
  const notices = await Promise.all([...folders].toSorted().map(notice));
  return notices.join("\n");
};

/** The innermost package of a path: `/a/node_modules/@s/b/dist/x.js` → `/a/node_modules/@s/b`. */
const packageFolder = (path: string): string | undefined => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0];

const notice = async (folder: string): Promise<string> => {
  const { name, version, license } = await readManifest(folder);
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file === undefined
      ? `Licensed under ${license ?? "terms that the package does not name"}.\n`
      : await readFile(join(folder, file), "utf8");
  return `${"-".repeat(80)}\n${name} ${version}\n\n${text}`;
};
