import { join, relative, sep } from "node:path";
import { coxHome, projectRoot } from "coxswain/settings";
import { sessionIndex } from "coxswain/store";
import { nodeWorkspace } from "coxswain/tools";
import { sessionsFolder } from "../../configuration/index.ts";
import type { Interruption, ProcessContext } from "../../process/index.ts";
import { clipboardImage, draftStore, editExternally, type EditorSources, type ScreenSession } from "../../screen/index.ts";
import type { TaskParts } from "../prepare-task.ts";

/** Maximum number of prompts in the editor's history. */
const MOST_PROMPTS = 2000;
/** Bytes of sessions that are indexed between two keys, if the index does not have them yet. */
const INDEXED_AT_ONCE = 1024 * 1024;

/** Creates the sources of a session's editor: files, earlier prompts, drafts, the clipboard, the user's editor. */
export const editorSources = (
  session: Pick<ScreenSession, "state">,
  { masking, mcp, commands }: Pick<TaskParts, "masking" | "mcp"> & Pick<EditorSources, "commands">,
  interrupted: Pick<Interruption, "lendTerminal">,
  { env }: Pick<ProcessContext, "env">,
): EditorSources => {
  const { cwd } = session.state;
  const home = coxHome(env);
  return {
    commands,
    async *files() {
      for await (const found of nodeWorkspace({ root: cwd }).findFiles({ path: ".", glob: "**" }))
        if (found.kind === "file") yield relative(cwd, found.path).replaceAll(sep, "/");
      // A mention of a resource looks like one of a file.
      for (const { name, manifest } of mcp?.servers ?? []) for (const { uri } of manifest?.resources ?? []) yield `${name}:${uri}`;
    },
    prompts: () =>
      sessionIndex({ directory: sessionsFolder(home), batchBytes: INDEXED_AT_ONCE }).prompts({ project: rootOf(cwd), limit: MOST_PROMPTS }),
    hasInputMethod: /^(?:zh|ja|ko)/.test(env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || ""),
    drafts: sessionDrafts(session, { masking }, { env }),
    clipboardImage: () => clipboardImage({ env, platform: process.platform }),
    async editExternally(text) {
      using _ = interrupted.lendTerminal();
      return await editExternally(text, env);
    },
  };
};

/** Opens the drafts of a session's project. */
export const sessionDrafts = (
  session: Pick<ScreenSession, "state">,
  { masking }: Pick<TaskParts, "masking">,
  { env }: Pick<ProcessContext, "env">,
): EditorSources["drafts"] =>
  draftStore({ folder: join(coxHome(env).data, "drafts"), project: rootOf(session.state.cwd), mask: masking.text });

/** The folder of a session may no longer exist. */
const rootOf = (cwd: string): string => {
  try {
    return projectRoot(cwd);
  } catch {
    return cwd;
  }
};
