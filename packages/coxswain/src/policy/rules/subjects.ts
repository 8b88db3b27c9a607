import type { PermissionRequest } from "../../loop/index.ts";
import type { Rule } from "./rule.ts";

/** Whether it is about a command line. */
export const isCommand = ({ tool, shell }: PermissionRequest): boolean => shell !== undefined || tool === "bash";

/** The host of a URL, as a policy compares it; what a request reads otherwise than it looks is read so. */
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
 * Whether a tool is one that a rule names. To a person `edit` is the changing of files, whichever tool a model was trained on for it: it
 * names `apply_patch` too.
 */
export const isTool = (tool: string, named: string): boolean => tool === named || (named === "edit" && tool === "apply_patch");
