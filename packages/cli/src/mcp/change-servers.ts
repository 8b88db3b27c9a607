import {
  changeProjectServer,
  changeSetting,
  mcpServerNameFault,
  type McpServerSettings,
  projectMcpServers,
  projectServersPath,
  userSettingsPath,
} from "coxswain/settings";
import { secretValues } from "coxswain/policy";
import { UnknownNameError, UsageError } from "../argv/index.ts";
import { type Configuration, projectTrust, serverApprovals } from "../configuration/index.ts";
import { escapeLine } from "../output/index.ts";
import { EXIT } from "../process/index.ts";
import type { McpAction, McpActionRequest } from "./request.ts";

type Scope = "user" | "project";

/** `cox mcp add NAME URL`, `cox mcp add NAME -- COMMAND`. Nothing is started. */
export const add: McpAction = async ({ configuration, values, rest: [name, ...words], context: { stderr } }) => {
  if (name === undefined) throw new UsageError("add needs a name, and a URL or a command: cox mcp add NAME -- COMMAND");
  const fault = mcpServerNameFault(name);
  if (fault !== undefined) throw new UsageError(`${fault}, not ${JSON.stringify(name)}`);
  const settings = newServer(words, values);
  const { scope = "user" } = values;
  const file = fileOf(scope, configuration);
  const scopes = await scopesOf(name, configuration);
  if (scopes.includes(scope))
    throw new UsageError(`${file} has a server ${name} already. Remove it first: cox mcp remove ${name} --scope ${scope}`);
  await change(scope, configuration, name, settings);
  if (scope === "project" && scopes.includes("user"))
    stderr.write(
      `Added ${name} to ${escapeLine(file)}. Your own server ${name} is used in its place: cox mcp remove ${name} --scope user\n`,
    );
  else stderr.write(`Added ${name} to ${escapeLine(file)}. Try it: cox mcp test ${name}\n`);
  if (scope === "user" && scopes.includes("project")) stderr.write(`It is used in place of the project's server ${name}.\n`);
  if (scope === "project") {
    if (!configuration.project.trusted) stderr.write("It is used once you trust this project: cox trust\n");
    if (hasSecret(settings))
      stderr.write("This file now has a secret, which others may read. Write '${NAME}' in place of the value instead.\n");
  }
  return EXIT.done;
};

/** `cox mcp remove NAME`: also removes one that cannot be used. */
export const remove: McpAction = async ({ configuration, values, rest: [name, more], context: { stderr } }) => {
  if (name === undefined) throw new UsageError("remove needs the name of a server: cox mcp remove NAME");
  if (more !== undefined) throw new UsageError(`unexpected argument: ${more}`);
  const found = await scopesOf(name, configuration);
  const [scope, other] = values.scope === undefined ? found : found.filter((one) => one === values.scope);
  if (scope === undefined) throw new UnknownNameError("MCP server", name, await namesIn(values.scope, configuration));
  if (other !== undefined) throw new UsageError(`your settings and the project have a server ${name}: add --scope user or --scope project`);
  await change(scope, configuration, name, undefined);
  stderr.write(`Removed ${escapeLine(name)} from ${escapeLine(fileOf(scope, configuration))}.\n`);
  return EXIT.done;
};

const fileOf = (scope: Scope, { home, project }: Configuration): string =>
  scope === "user" ? userSettingsPath(home) : projectServersPath(project.folder);

/** Names in the user's settings, or in the project's file, which is read but not used. */
const namesIn = async (scope: Scope | undefined, { settings, project }: Configuration): Promise<readonly string[]> => [
  ...(scope === "project" ? [] : Object.keys(settings.mcpServers ?? {})),
  ...(scope === "user" ? [] : (await projectMcpServers(project.folder)).map(({ name }) => name)),
];

const scopesOf = async (name: string, configuration: Configuration): Promise<readonly Scope[]> => {
  const scopes: readonly Scope[] = ["user", "project"];
  const names = await Promise.all(scopes.map((scope) => namesIn(scope, configuration)));
  return scopes.filter((_, at) => names[at]?.includes(name) === true);
};

const change = async (
  scope: Scope,
  { home, project }: Configuration,
  name: string,
  settings: McpServerSettings | undefined,
): Promise<void> => {
  if (scope === "user") {
    await changeSetting({ path: userSettingsPath(home) }, `mcpServers.${name}`, settings);
    return;
  }
  const before = await projectTrust(home, project.folder);
  await changeProjectServer(project.folder, name, settings);
  if (!before.isTrusted || settings === undefined) return;
  // The user has just typed it. The other servers keep their approvals, or lack of one.
  const added = (await projectMcpServers(project.folder)).find((server) => server.name === name);
  const approvals = serverApprovals(home);
  if (added?.hash !== undefined) approvals.approve(project.folder, [...approvals.of(project.folder), added.hash]);
};

/** @throws {UsageError} */
const newServer = (words: readonly string[], { env = [], header = [], transport }: McpActionRequest["values"]): McpServerSettings => {
  const [first, ...args] = words;
  if (first === undefined) throw new UsageError("add needs a URL or a command: cox mcp add NAME URL, or cox mcp add NAME -- COMMAND");
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(first)) {
    if (header.length > 0) throw new UsageError("--header needs a URL; a command takes --env");
    if (transport === "http" || transport === "sse") throw new UsageError(`--transport ${transport} needs a URL, not a command`);
    return { command: first, ...(args.length === 0 ? {} : { args }), ...(env.length === 0 ? {} : { env: pairs(env, "--env", "=") }) };
  }
  if (args[0] !== undefined) throw new UsageError(`unexpected argument: ${args[0]}`);
  if (env.length > 0) throw new UsageError("--env needs a command; a URL takes --header");
  if (transport === "stdio") throw new UsageError("--transport stdio needs a command, not a URL");
  // A variable may be any part of it.
  if (!/^https?:\/\/./i.test(first) || (!first.includes("${") && URL.parse(first) === null))
    throw new UsageError(`a server needs an http or https URL, not ${first}`);
  return { type: transport ?? "http", url: first, ...(header.length === 0 ? {} : { headers: pairs(header, "--header", ":") }) };
};

/** Splits names from values. The message omits the argument, which may be a secret. */
const pairs = (options: readonly string[], option: string, separator: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    options.map((pair) => {
      const at = pair.indexOf(separator);
      if (at < 1)
        throw new UsageError(`${option} needs a name and a value: ${option} ${separator === "=" ? "NAME=VALUE" : "'NAME: VALUE'"}`);
      return [pair.slice(0, at).trim(), separator === "=" ? pair.slice(at + 1) : pair.slice(at + 1).trim()];
    }),
  );

const hasSecret = ({ env = {}, headers = {} }: McpServerSettings): boolean => {
  const literal = (values: Readonly<Record<string, string>>) => Object.entries(values).filter(([, value]) => !value.includes("${"));
  return (
    secretValues(Object.fromEntries(literal(env))).length > 0 ||
    literal(headers).some(([name]) => /auth|key|token|secret|cookie/i.test(name))
  );
};
