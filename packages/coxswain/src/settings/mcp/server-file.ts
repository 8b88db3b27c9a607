import type { Node } from "jsonc-parser";
import { SettingsError } from "../errors.ts";
import { parseTreeOf, position } from "../parse-tree.ts";
import { readSettingsFile } from "../settings-file.ts";
import { Mismatch, typeLabel } from "../shape.ts";
import { SERVER_NAME } from "../mcp-server-name.ts";
import { serverShape } from "../mcp-server-shape.ts";
import type { FileServer, ServerFile } from "./types.ts";

/** Keys under which programs write their servers; VS Code writes `servers`. */
const ROOTS: ReadonlySet<string> = new Set(["mcpServers", "servers"]);

/**
 * Reads a file of MCP servers: JSON with comments, with the servers under `mcpServers` or, as VS Code writes them,
 * under `servers`. Returns undefined if it does not exist.
 * @throws {SettingsError} when it is unreadable, is not JSON, or has no servers.
 */
export const readServerFile = (path: string): ServerFile | undefined => {
  const source = readSettingsFile(path);
  if (source === undefined) return undefined;
  const warnings: string[] = [];
  const at = ({ offset }: Node, message: string): string => `${path}:${position(source, offset)}: ${message}`;
  const tree = parseTreeOf(source, path);
  if (tree === undefined) return { path, servers: [], warnings };
  const root = serversIn(tree)?.value;
  const roots = propertiesOf(tree).filter(({ name }) => ROOTS.has(name));
  if (roots.length > 1)
    warnings.push(`${path}: only the servers under ${JSON.stringify(roots.at(-1)?.name)} are used: move the others there.`);
  if (root?.type !== "object") {
    const found = root === undefined ? "has none" : `has ${typeLabel(root)} there`;
    throw new SettingsError(`${path} must have its servers in an object "mcpServers", but ${found}.`);
  }
  const warn = (node: Node, message: string): void => void warnings.push(at(node, message));
  const servers = new Map<string, FileServer>();
  for (const { name, nameNode, value } of propertiesOf(root)) {
    if (servers.has(name)) warn(nameNode, `${JSON.stringify(name)} is set twice; the later one counts.`);
    servers.set(name, { name, entry: entryOf(name, value, warn) });
  }
  return { path, servers: [...servers.values()], warnings };
};

/** The object of all servers in a file. */
export const serversIn = (tree: Node): Property | undefined => propertiesOf(tree).findLast(({ name }) => ROOTS.has(name));

const entryOf = (name: string, node: Node, warn: (node: Node, message: string) => void): FileServer["entry"] => {
  if (!SERVER_NAME.pattern.test(name)) return { reason: `the name must be ${SERVER_NAME.expected}: rename it` };
  try {
    return { settings: serverShape.read(node, { layer: "user", warn }) };
  } catch (error) {
    if (error instanceof Mismatch) return { reason: error.message.replace(/\.$/, "") };
    throw error;
  }
};

interface Property {
  readonly name: string;
  readonly nameNode: Node;
  readonly value: Node;
}

export const propertiesOf = ({ type, children = [] }: Node): readonly Property[] =>
  type !== "object"
    ? []
    : children.flatMap(({ children: [nameNode, value] = [] }) =>
        nameNode === undefined || value === undefined ? [] : [{ name: String(nameNode.value), nameNode, value }],
      );
