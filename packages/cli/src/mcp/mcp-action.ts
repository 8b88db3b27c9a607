import { resolve } from "node:path";
import { UnknownNameError, UsageError } from "../argv/index.ts";
import type { CommandArguments, MCP } from "../commands/index.ts";
import { configure } from "../configuration/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import { add, remove } from "./change-servers.ts";
import { list } from "./list.ts";
import { login, logout } from "./login.ts";
import type { McpAction } from "./request.ts";
import { show } from "./show.ts";
import { test } from "./test-server.ts";

type McpArguments = CommandArguments<typeof MCP>;

/** `cox mcp`. */
export const mcpAction = async (
  { values, positionals: [name = "list", ...rest] }: McpArguments,
  context: ProcessContext,
): Promise<ExitCode> => {
  // For the protocol's conformance suite, and not in the help.
  if (name === "conformance") return (await import("./conformance.ts")).conformance(rest[0], context);
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UnknownNameError("action", name, [...ACTIONS.keys()]);
  for (const option of Object.keys(values)) {
    if (!action.options.some((one) => one === option) && !EVERYWHERE.has(option))
      throw new UsageError(`--${option} cannot be used with ${name}`);
  }
  const { env, cwd } = context;
  const mcpFiles = (values["mcp-config"] ?? []).map((path) => resolve(cwd, path));
  return action.run({ configuration: await configure({ env, cwd, trust: values.trust === true, mcpFiles }), values, rest, context });
};

const EVERYWHERE: ReadonlySet<string> = new Set(["mcp-config", "trust"] satisfies readonly (keyof McpArguments["values"])[]);

/** Actions of `cox mcp` by name, with their own options. */
const ACTIONS: ReadonlyMap<string, { readonly run: McpAction; readonly options: readonly (keyof McpArguments["values"])[] }> = new Map([
  ["list", { run: list, options: ["check", "json"] }],
  ["show", { run: show, options: ["json"] }],
  ["test", { run: test, options: ["json"] }],
  ["login", { run: login, options: [] }],
  ["logout", { run: logout, options: [] }],
  ["add", { run: add, options: ["env", "header", "scope", "transport"] }],
  ["remove", { run: remove, options: ["scope"] }],
]);
