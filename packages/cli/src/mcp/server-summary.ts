import { manifestTokens } from "coxswain/mcp";
import type { McpServerRow } from "../configuration/index.ts";
import { escapeLine } from "../output/index.ts";

/** Cells of a server for a table: name, state, size, and the reason why it is not available. Safe for a terminal. */
export const serverCells = ({ name, state, manifest, reason = "" }: McpServerRow): readonly string[] =>
  [name, state === "unapproved" ? "not approved" : state, manifest === undefined ? "" : sizeText(manifest), reason].map(escapeLine);

/** Describes the tools of a server and the tokens that they take: `12 tools, about 3,400 tokens`. */
export const sizeText = (manifest: NonNullable<McpServerRow["manifest"]>): string => {
  const { length } = manifest.tools;
  if (length === 0) return "no tools";
  return `${length} ${length === 1 ? "tool" : "tools"}, about ${manifestTokens(manifest).toLocaleString("en")} tokens`;
};

/** A server as JSON. */
export const serverObject = ({ name, source, state, manifest, reason, needsLogin }: McpServerRow): object => ({
  name,
  state,
  source,
  ...(manifest === undefined
    ? {}
    : {
        tools: manifest.tools.length,
        tokens: manifestTokens(manifest),
        prompts: manifest.prompts.length,
        resources: manifest.resources.length,
      }),
  ...(reason === undefined ? {} : { reason }),
  ...(needsLogin ? { needs_login: true } : {}),
});

/** A line for a terminal with its indentation, which escaping removes. */
export const indentedLine = (line: string): string => `${/^ */.exec(line)?.[0] ?? ""}${escapeLine(line)}\n`;
