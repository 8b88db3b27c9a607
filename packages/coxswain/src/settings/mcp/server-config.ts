import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { errorText } from "../../base/index.ts";
import type { McpCommandConfig, McpServerConfig, McpUrlConfig } from "../../mcp/index.ts";
import type { Environment } from "../home.ts";
import type { McpServerSettings } from "../settings.ts";
import { type Variables, variables } from "./variables.ts";

export interface ServerConfigContext {
  readonly origin: McpServerConfig["origin"];
  /** Folder for relative paths and `${workspaceFolder}`. Absolute. */
  readonly folder: string;
  readonly env: Environment;
}

/** `reason`: one line with the cause and what to do. It quotes no values of variables. */
export type ServerConfigResult = { readonly config: McpServerConfig } | { readonly reason: string };

/** Expands the variables of a server, and checks that it is either a command or a URL. */
export const serverConfig = (name: string, settings: McpServerSettings, context: ServerConfigContext): ServerConfigResult => {
  const kind = kindOf(settings);
  if ("reason" in kind) return kind;
  const expanding = variables(context.env, context.folder);
  try {
    const common = { name, origin: context.origin, ...commonFields(settings) };
    const config = {
      ...common,
      ...(kind.kind === "command" ? command(kind.command, settings, context, expanding) : url(kind, settings, context, expanding)),
    };
    const reason = variableFault(expanding);
    if (reason !== undefined) return { reason };
    return faultOf(config, context.folder) ?? { config };
  } catch (error) {
    return { reason: `cannot read its "envFile": ${errorText(error)}` };
  }
};

type Kind = { readonly kind: "command"; readonly command: string } | ({ readonly kind: "url" } & Pick<McpUrlConfig, "url" | "transport">);

const kindOf = ({ type, command: program, url: address, serverUrl, httpUrl }: McpServerSettings): Kind | { readonly reason: string } => {
  const at = address ?? httpUrl ?? serverUrl;
  if (program !== undefined && at !== undefined) return { reason: 'it has both a "command" and a "url": remove one of them' };
  if (program !== undefined) {
    return type === undefined || type === "stdio"
      ? { kind: "command", command: program }
      : { reason: `"type": "${type}" needs a "url" in place of "command"` };
  }
  if (at === undefined) return { reason: 'it has neither a "command" nor a "url": add one of them' };
  if (type === "stdio") return { reason: '"type": "stdio" needs a "command" in place of "url"' };
  return { kind: "url", url: at, ...(type === "sse" ? { transport: type } : {}) };
};

const commonFields = ({ description, timeout, totalTimeout, startTimeout }: McpServerSettings) => ({
  ...(description === undefined ? {} : { description }),
  ...(startTimeout === undefined ? {} : { startTimeout: milliseconds(startTimeout) }),
  ...(timeout === undefined ? {} : { callTimeout: milliseconds(timeout) }),
  ...(totalTimeout === undefined ? {} : { totalTimeout: milliseconds(totalTimeout) }),
});

/** Some programs write seconds. No server needs less than a second for anything worth a limit. */
const milliseconds = (time: number): number => (time < 1000 ? time * 1000 : time);

type Fields<Config extends McpServerConfig> = Omit<
  Config,
  "name" | "origin" | "description" | "startTimeout" | "callTimeout" | "totalTimeout"
>;

const command = (
  program: string,
  { args = [], env = {}, envFile, cwd }: McpServerSettings,
  { folder }: ServerConfigContext,
  { expand }: Variables,
): Fields<McpCommandConfig> => {
  const fromFile = envFile === undefined ? {} : parseEnv(readFileSync(pathIn(folder, expand(envFile)), "utf8"));
  return {
    kind: "command",
    command: withHome(expand(program)),
    args: args.map(expand),
    env: { ...definedValues(fromFile), ...mapValues(env, expand) },
    ...(cwd === undefined ? {} : { cwd: pathIn(folder, expand(cwd)) }),
  };
};

const url = (
  { url: address, transport }: Pick<McpUrlConfig, "url" | "transport">,
  settings: McpServerSettings,
  { folder }: ServerConfigContext,
  { expand }: Variables,
): Fields<McpUrlConfig> => {
  const { clientId, clientSecret, scopes, callbackPort, clientMetadataUrl, grant, privateKeyFile } = clientOf(settings);
  const oauth = {
    ...(clientId === undefined ? {} : { clientId: expand(clientId) }),
    ...(clientSecret === undefined ? {} : { clientSecret: expand(clientSecret) }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(callbackPort === undefined ? {} : { port: callbackPort }),
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    ...(grant === undefined ? {} : { grant }),
    ...(privateKeyFile === undefined ? {} : { privateKeyFile: pathIn(folder, expand(privateKeyFile)) }),
  };
  return {
    kind: "url",
    url: expand(address),
    ...(transport === undefined ? {} : { transport }),
    headers: mapValues(settings.headers ?? {}, expand),
    ...(Object.keys(oauth).length === 0 ? {} : { oauth }),
  };
};

const clientOf = ({ oauth, auth }: McpServerSettings): NonNullable<McpServerSettings["oauth"]> => {
  if (oauth !== undefined || auth === undefined) return oauth ?? {};
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, scopes } = auth;
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(scopes === undefined ? {} : { scopes }),
  };
};

const variableFault = ({ missing, foreign }: Variables): string | undefined => {
  const names = [...missing];
  const [first] = names;
  if (first !== undefined)
    return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not set: set ${names.length === 1 ? "it" : "them"}, or write a default as in \${${first}:-value}`;
  const editor = [...foreign];
  return editor.length === 0
    ? undefined
    : `only an editor can fill in ${editor.join(", ")}: use a variable of the environment instead, as in \${TOKEN}`;
};

/** Checks what only the expanded values show. */
const faultOf = (config: McpServerConfig, folder: string): { readonly reason: string } | undefined => {
  if (config.kind === "command") return commandFault(config, folder);
  const address = URL.parse(config.url);
  // The URL may contain a key.
  if (address === null || !/^https?:$/.test(address.protocol)) return { reason: 'its "url" is not an http or https URL' };
  const unusable = Object.entries(config.headers).find(([, value]) => !/^[\t\x20-\x7e]*$/.test(value));
  return unusable === undefined ? undefined : { reason: `its header ${unusable[0]} is not one line of ASCII characters` };
};

const commandFault = ({ command: program, args, cwd }: McpCommandConfig, folder: string): { readonly reason: string } | undefined => {
  if (program.trim() === "") return { reason: 'its "command" is empty: name a program' };
  // A path may contain a blank.
  const isLine = args.length === 0 && /\S\s+\S/.test(program) && !existsSync(pathIn(cwd ?? folder, program));
  return isLine ? { reason: 'its "command" has arguments: write the program alone, and the arguments in "args"' } : undefined;
};

const withHome = (path: string): string => (/^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : path);

const pathIn = (folder: string, path: string): string => resolve(folder, withHome(path));

const mapValues = (values: Readonly<Record<string, string>>, change: (value: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

const definedValues = (values: NodeJS.Dict<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
