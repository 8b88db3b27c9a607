import type { PermissionRequest } from "../../loop/index.ts";
import type { Rule } from "./rule.ts";

/** True if the request is for a command line. */
export const isCommand = ({ tool, shell }: PermissionRequest): boolean => shell !== undefined || tool === "bash";

/** The host of a URL in the form that policies compare. Backslashes and line breaks are read as a request reads them. */
export const hostOf = (url: string): string => {
  const plain = url.replaceAll(/[\t\n\r]/g, "").replaceAll("\\", "/");
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)*(\[[^\]]*\]|[^/?#:]*)/i.exec(plain)?.[1]?.toLowerCase().replace(/\.$/, "") ?? "";
};

export const isHost = (host: string, rule: string): boolean => host === rule || (rule.startsWith("*.") && host.endsWith(rule.slice(1)));

export const isMcp = ({ tool, subject }: PermissionRequest, { server, tool: name }: Rule & { readonly about: "mcp" }): boolean => {
  if (tool === "mcp") return name === "*" ? subject.startsWith(`${server}/`) : subject === `${server}/${name}`;
  return name === "*" ? tool.startsWith(`mcp_${server}_`) : tool === `mcp_${server}_${name}`;
};

/**
 * True if a rule names this tool. `edit` also names `apply_patch`: for users both change files, and it depends on the
 * model which one it has.
 */
export const isTool = (tool: string, named: string): boolean => tool === named || (named === "edit" && tool === "apply_patch");
