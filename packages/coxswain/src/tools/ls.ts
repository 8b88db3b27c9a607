import { defineTool, textResult, ToolError } from "../loop/index.ts";
import type { FolderEntry, Workspace } from "../workspace/index.ts";
import { allowedPath, fileRequest, toToolError, shownPath } from "./file-access.ts";
import { optional, stringField, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { shownName } from "./shown-name.ts";

const limits = LIMITS.ls;

const DESCRIPTION = `Lists the entries of a folder by name, hidden ones too: a folder ends in /, a link in @. At most ${limits.entries} entries are shown.`;

const schema = toolInput({ path: optional(stringField("The folder. Default: the session's.")) });

const MARKS: Readonly<Record<FolderEntry["kind"], string>> = { file: "", folder: "/", link: "@", other: " (not a regular file)" };

export const lsTool = (workspace: Workspace) =>
  defineTool({
    name: "ls",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "read",
    parallel: true,
    replay: "safe",
    permissionRequests: ({ path = "." }) => fileRequest(workspace, "ls", "read", path),
    async execute({ path = "." }, context) {
      const place = await allowedPath(context, workspace, "read", path);
      const folder = place.path;
      const found = await toToolError(workspace.stat(place));
      if (found?.kind === "file") throw new ToolError(`${shownPath(workspace, folder)} is a file. Use read to show its content.`);
      if (found?.kind === "other") throw new ToolError(`${shownPath(workspace, folder)} is a fifo, a socket or a device, not a folder.`);
      const entries = await toToolError(workspace.list(place));
      const details = { path: shownPath(workspace, folder), entries: entries.length };
      if (entries.length === 0) return textResult("(the folder is empty)", details);
      const shown = entries.slice(0, limits.entries).map(({ name, kind }) => shownName(name) + MARKS[kind]);
      const left = entries.length - shown.length;
      return textResult(shown.join("\n") + (left > 0 ? `\n(${left} more entries; narrow down with glob)` : ""), details);
    },
  });
