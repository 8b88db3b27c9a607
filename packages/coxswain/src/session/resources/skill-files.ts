import { basename, join } from "node:path";
import type { Skill } from "../../context/index.ts";
import { FileError, type FolderEntry, type Workspace } from "../../workspace/index.ts";

/** How many files are named. */
const SHOWN = 50;
/** How far below a skill's folder files are named: the standard keeps them one folder deep. */
const DEPTH = 2;

/** Which files lie in a skill's folder besides the skill itself, as the model is told it. */
export const skillFiles = async ({ folder, path }: Skill, workspace: Pick<Workspace, "list">): Promise<string> => {
  if (folder === undefined) return "It has no files besides.";
  const files = (await namesIn(folder, workspace, DEPTH)).filter((name) => name !== basename(path));
  if (files.length === 0) return `Its folder, ${folder}, holds nothing else.`;
  const more = files.length > SHOWN ? `\n(${files.length - SHOWN} more)` : "";
  return `Its folder is ${folder}. Files in it:\n${files.slice(0, SHOWN).join("\n")}${more}`;
};

const namesIn = async (folder: string, workspace: Pick<Workspace, "list">, depth: number): Promise<readonly string[]> => {
  const entries = await entriesOf(folder, workspace);
  const names = entries.map(async ({ name, kind }) => {
    if (kind !== "folder") return [name];
    const below = depth > 1 ? await namesIn(join(folder, name), workspace, depth - 1) : [];
    return below.length === 0 ? [`${name}/`] : below.map((one) => `${name}/${one}`);
  });
  return (await Promise.all(names)).flat();
};

/** What cannot be looked into is not named. */
const entriesOf = async (folder: string, workspace: Pick<Workspace, "list">): Promise<readonly FolderEntry[]> => {
  try {
    return await workspace.list(folder);
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
};
