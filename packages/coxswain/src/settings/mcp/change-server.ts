import { applyEdits, modify } from "jsonc-parser";
import { changeFile } from "../change-setting.ts";
import { formatting } from "../edit-settings.ts";
import { parseTreeOf } from "../parse-tree.ts";
import type { McpServerSettings } from "../settings.ts";
import { projectServersPath } from "./project-servers-path.ts";
import { propertiesOf, serversIn } from "./server-file.ts";

/** As `changeProjectServer`. */
export const changeServer = (project: string, name: string, settings: McpServerSettings | undefined): boolean => {
  const path = projectServersPath(project);
  return changeFile({ path, project }, (source) => withServer(source, path, name, settings));
};

const withServer = (source: string, path: string, name: string, settings: McpServerSettings | undefined): string => {
  const tree = parseTreeOf(source, path);
  const root = tree === undefined ? undefined : serversIn(tree);
  const isThere = root !== undefined && propertiesOf(root.value).some((property) => property.name === name);
  if (settings === undefined && !isThere) return source;
  const edited = applyEdits(
    source,
    modify(source, [root?.name ?? "mcpServers", name], settings, { formattingOptions: formatting(source) }),
  );
  // A name may be there twice.
  return settings === undefined ? withServer(edited, path, name, undefined) : edited.replace(/\n?$/, "\n");
};
