import type { Workspace } from "../workspace/index.ts";
import { LANGUAGES, languageOf } from "./languages.ts";

/** Maximum number of subfolders to look into. */
const MAX_FOLDERS = 40;

const SKIPPED = new Set(["node_modules", "dist", "build", "target", "vendor"]);

/** Returns the names of the languages whose files are in the folder or in a folder directly below it. */
export const presentLanguages = async (workspace: Workspace): Promise<ReadonlySet<string>> => {
  const { root } = workspace;
  const listed = async (folder: string) => workspace.list(folder).catch(() => []);
  const top = await listed(root);
  const folders = top.filter(({ kind, name }) => kind === "folder" && !name.startsWith(".") && !SKIPPED.has(name)).slice(0, MAX_FOLDERS);
  const below = await Promise.all(folders.map(({ name }) => listed(`${root}/${name}`)));
  const found = new Set<string>();
  for (const { kind, name } of [...top, ...below.flat()]) {
    if (kind !== "file") continue;
    const marked = LANGUAGES.find(({ markers }) => markers.includes(name));
    const language = languageOf(`/${name}`);
    if (marked !== undefined) found.add(marked.name);
    if (language !== undefined) found.add(language.name);
  }
  return found;
};
