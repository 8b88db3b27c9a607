import type { PermissionRequest } from "coxswain";

/** A tool's subject, and what it does with it. */
const READING = new Set(["read", "grep", "glob", "ls"]);
const WRITING = new Set(["write", "edit", "apply_patch"]);
const FETCHING = new Set(["fetch", "download"]);
/** Where they go settings say. */
const SEARCHING = new Set(["web_search", "sourcegraph"]);

/**
 * What a call that was written down asks for: `{tool:"bash",command}`, `{tool:"read",path}`, `{tool:"fetch",url}`, `{tool:"mcp",name:"server/tool"}`.
 * @param root what is read or searched where no path is given.
 * @throws {TypeError} for what is no such call.
 */
export const requestsOf = (call: unknown, root: string): readonly PermissionRequest[] => {
  const fields = new Map<string, unknown>(typeof call === "object" && call !== null ? Object.entries(call) : []);
  const text = (name: string, otherwise?: string): string => {
    const value = fields.get(name) ?? otherwise;
    if (typeof value !== "string") throw new TypeError(`"${name}" has to be a text`);
    return value;
  };
  const tool = text("tool");
  if (tool === "bash") return [{ tool, effect: "execute", subject: text("command"), shell: "bash" }];
  if (READING.has(tool)) return [{ tool, effect: "read", subject: text("path", tool === "read" ? undefined : root) }];
  if (WRITING.has(tool)) return [{ tool, effect: "write", subject: text("path") }];
  if (SEARCHING.has(tool)) return [{ tool, effect: "network", subject: tool }];
  if (FETCHING.has(tool) || fields.has("url")) {
    const written = fields.has("path") ? [{ tool, effect: "write", subject: text("path") } as const] : [];
    return [{ tool, effect: "network", subject: address(text("url")) }, ...written];
  }
  if (tool === "mcp") return [{ tool, effect: "execute", subject: text("name") }];
  return [{ tool, effect: "execute", subject: JSON.stringify(call) }];
};

/** As a request goes to it: what stands in the host's place may read otherwise, as `https://one.org\@another.org`. */
const address = (url: string): string => {
  if (!URL.canParse(url)) throw new TypeError(`${url} is no address`);
  return new URL(url).href;
};
