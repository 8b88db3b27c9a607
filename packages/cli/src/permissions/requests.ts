import type { PermissionRequest, Tool } from "coxswain";
import { builtinTools, type Workspace } from "coxswain/tools";

/** Enables the optional tools, so that the calls of every built-in tool can be judged. */
const EVERY_TOOL = { search: { provider: "brave" }, sourcegraph: { url: "https://sourcegraph.com" } } as const;

export type DeclaredTool = Pick<Tool, "name" | "effect" | "permissionRequests">;

/** The built-in tools by name, with the effects that they declare. */
export const declaredTools = (workspace: Workspace): ReadonlyMap<string, DeclaredTool> =>
  new Map(
    builtinTools(EVERY_TOOL)
      .map((create) => create(workspace))
      .map((tool) => [tool.name, tool]),
  );

/**
 * Permission requests of a recorded call: `{tool:"bash",command}`, `{tool:"read",path}`, `{tool:"fetch",url}`,
 * `{tool:"mcp",name:"server/tool"}`. A call of an unknown tool is one `execute` request.
 * @param root default path of tools that read
 * @throws {TypeError} for anything else
 */
export const requestsOf = (call: unknown, tools: ReadonlyMap<string, DeclaredTool>, root: string): readonly PermissionRequest[] => {
  const fields = new Map<string, unknown>(typeof call === "object" && call !== null ? Object.entries(call) : []);
  const string = (name: string, fallback?: string): string => {
    const value = fields.get(name) ?? fallback;
    if (typeof value !== "string") throw new TypeError(`"${name}" must be a string`);
    return value;
  };
  const tool = string("tool");
  if (tool === "bash") return [{ tool, effect: "execute", subject: string("command"), shell: "bash" }];
  if (tool === "mcp") return [{ tool, effect: "execute", subject: string("name") }];
  const declared = tools.get(tool);
  switch (declared?.effect ?? (fields.has("url") ? "network" : "execute")) {
    case "read":
      if (declared?.permissionRequests === undefined) return [];
      return [{ tool, effect: "read", subject: string("path", tool === "read" ? undefined : root) }];
    case "write":
      return [{ tool, effect: "write", subject: string("path") }];
    case "network": {
      // A search asks the provider in the settings, whose address the call does not contain.
      if (SEARCHES.has(tool)) return [{ tool, effect: "network", subject: tool }];
      const written = fields.has("path") ? [{ tool, effect: "write", subject: string("path") } as const] : [];
      return [{ tool, effect: "network", subject: normalizedUrl(string("url")) }, ...written];
    }
    case "execute":
      return [{ tool, effect: "execute", subject: JSON.stringify(call) }];
  }
};

const SEARCHES: ReadonlySet<string> = new Set(["web_search", "sourcegraph"]);

/** Normalizes a URL as a request does: `https://one.org\@another.org` has another host than it seems to have. */
const normalizedUrl = (url: string): string => {
  if (!URL.canParse(url)) throw new TypeError(`${url} is not a valid URL`);
  return new URL(url).href;
};
