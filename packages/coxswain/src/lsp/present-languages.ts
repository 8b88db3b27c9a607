import type { FolderEntry, Workspace } from "../workspace/index.ts";
import { type Language, LANGUAGES, languageOf } from "./languages.ts";

/** Maximum number of subfolders to look into: a session waits for it. */
const MAX_FOLDERS = 20;

const SKIPPED = new Set(["node_modules", "dist", "build", "target", "vendor"]);

/**
 * Returns the names of the languages whose files are in the folder. If none of them marks the project's language, also those of the
 * folders directly below it.
 */
export const presentLanguages = async (workspace: Workspace): Promise<ReadonlySet<string>> => {
  const { root } = workspace;
  const listed = async (folder: string) => workspace.list(folder).catch(() => []);
  const top = await listed(root);
  if (top.some(({ kind, name }) => kind === "file" && markedBy(name) !== undefined)) return languagesOf(top);
  const folders = top.filter(({ kind, name }) => kind === "folder" && !name.startsWith(".") && !SKIPPED.has(name)).slice(0, MAX_FOLDERS);
  const below = await Promise.all(folders.map(({ name }) => listed(`${root}/${name}`)));
  return languagesOf([...top, ...below.flat()]);
};

const languagesOf = (entries: readonly FolderEntry[]): ReadonlySet<string> =>
  new Set(
    entries
      .filter(({ kind }) => kind === "file")
      .flatMap(({ name }) => [markedBy(name), languageOf(`/${name}`)])
      .flatMap((language) => (language === undefined ? [] : [language.name])),
  );

const markedBy = (name: string): Language | undefined => LANGUAGES.find(({ markers }) => markers.includes(name));
