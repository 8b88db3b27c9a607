import { type McpManifest, manifestTokens, type McpToolInfo } from "coxswain/mcp";
import type { McpServerSettings } from "coxswain/settings";
import { jsonLine, redactKeys, shellWord } from "../output/index.ts";
import { EXIT } from "../process/index.ts";
import { findRow, onlyName } from "./find-server.ts";
import type { McpAction } from "./request.ts";
import { indentedLine, serverObject, sizeText } from "./server-summary.ts";
import { withServers } from "./with-servers.ts";

/** `cox mcp show NAME`: how a server is configured, and what it offers as far as that is known. Starts nothing. */
export const show: McpAction = ({ configuration, values, rest, context }) => {
  const { stdout } = context;
  return withServers(configuration, context, async (servers) => {
    const row = findRow(onlyName(rest, "show"), configuration, servers);
    const settings = configuration.mcp.servers.find(({ config }) => config.name === row.name)?.settings;
    const { manifest, reason } = row;
    const definition = settings === undefined ? [] : definitionLines(settings);
    if (values.json === true) {
      stdout.write(jsonLine({ ...serverObject(row), definition, ...(manifest === undefined ? {} : { offers: manifest }) }));
      return EXIT.done;
    }
    const state = reason === undefined ? row.state : `${row.state}: ${reason}`;
    const lines = [`${row.name}: ${state}`, `  from ${row.source}`, ...definition.map((line) => `  ${line}`)];
    for (const line of [...lines, ...(manifest === undefined ? [] : manifestLines(manifest))]) stdout.write(indentedLine(line));
    if (manifest === undefined && reason === undefined)
      stdout.write(`What it offers is not known yet. Start it: cox mcp test ${row.name}\n`);
    return EXIT.done;
  });
};

/** Variables as they are written; other values that may be secrets are hidden. */
const definitionLines = ({ command, args = [], cwd, env = {}, envFile, headers = {}, ...rest }: McpServerSettings): readonly string[] => {
  const url = rest.url ?? rest.httpUrl ?? rest.serverUrl;
  const field = (name: string, value: string | undefined): readonly string[] => (value === undefined ? [] : [`${name}: ${value}`]);
  return [
    ...field("command", command === undefined ? undefined : redactKeys([command, ...args].map(shellWord).join(" "))),
    ...field("url", url === undefined ? undefined : redactKeys(url)),
    ...field("folder", cwd),
    ...field("variables from", envFile),
    ...Object.entries(env).map(([name, value]) => `env ${name}=${withoutSecret(value)}`),
    ...Object.entries(headers).map(([name, value]) => `header ${name}: ${withoutSecret(value)}`),
  ];
};

const withoutSecret = (value: string): string => (value.includes("${") ? value : "…");

/** Lists the tools, prompts and resources of a server. */
export const manifestLines = (manifest: McpManifest): readonly string[] => {
  const { title, version, tools, prompts, resources, problems } = manifest;
  const about = (name: string, description: string | undefined, notes: readonly string[] = []): string => {
    const [first = ""] = (description ?? "").trim().split("\n");
    return `  ${name}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}${first === "" ? "" : `: ${first}`}`;
  };
  const section = (heading: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [heading, ...lines]);
  return [
    ...(title === undefined ? [] : [`${title}${version === undefined ? "" : ` ${version}`}`]),
    ...section(
      sizeText(manifest),
      tools.map((tool) => about(tool.name, tool.description, [...hintOf(tool), `${manifestTokens({ tools: [tool] })} tokens`])),
    ),
    ...section(
      "prompts",
      prompts.map(({ name, description }) => about(name, description)),
    ),
    ...section(
      "resources",
      resources.map(({ uri, description, name }) => about(uri, description ?? name)),
    ),
    ...section(
      "problems",
      problems.map((problem) => `  ${problem}`),
    ),
  ];
};

const hintOf = ({ readOnlyHint, destructiveHint }: McpToolInfo): readonly string[] => {
  if (readOnlyHint === true) return ["read-only hint"];
  return destructiveHint === true ? ["destructive hint"] : [];
};
