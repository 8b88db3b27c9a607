import { readdirSync } from "node:fs";
import { join } from "node:path";
import { localServers } from "coxswain/providers";
import { findInstructions } from "coxswain/session";
import { nodeWorkspace, SEARCH_PROVIDERS } from "coxswain/tools";
import {
  configure,
  worktreesFolder,
  type Configuration,
  projectParts,
  configuredWorkspace,
  instructionFiles,
  mcpServerRows,
  openMcpServers,
  chooseModel,
  NoModelError,
} from "../configuration/index.ts";
import { type ProcessContext } from "../process/index.ts";
import { keyProviders, keySource, type KeySource } from "../auth/index.ts";
import { type Finding, broken, ok, missing } from "./finding.ts";

/** Checks that need the settings, or the error of invalid settings. */
export const settingsFindings = async ({ env, cwd }: ProcessContext): Promise<readonly Finding[]> => {
  try {
    const configuration = await configure({ env, cwd });
    return [
      ...projectFindings(configuration, cwd),
      ...(await sandboxFindings(configuration, cwd)),
      ...worktreeFindings(worktreesFolder(configuration)),
      ...(await instructionFindings(configuration, cwd)),
      ...(await providerFindings(configuration)),
      ...(await searchFindings(configuration)),
      ...(await serverFindings(configuration, cwd)),
    ];
  } catch (error) {
    if (error instanceof Error && "code" in error) return [broken("settings", error.message)];
    throw error;
  }
};

/** The folder's project, its files for agents, and warnings about the settings. */
const projectFindings = ({ project: { folder, trusted }, warnings }: Configuration, cwd: string): readonly Finding[] => {
  const kinds = [...new Set(projectParts(cwd).map(({ kind }) => kind))].join(", ");
  return [
    ok("project", `${folder} (${kinds === "" ? "no settings or files for agents" : trustText(kinds, trusted)})`),
    ...warnings.map((warning) => missing("settings", warning)),
  ];
};

const trustText = (kinds: string, trusted: boolean): string =>
  trusted ? `trusted: its ${kinds}` : `not trusted: its ${kinds} are ignored; trust it with cox trust`;

/** Probes the sandbox by starting it. */
const sandboxFindings = async (configuration: Configuration, cwd: string): Promise<readonly Finding[]> => {
  const { mode = "auto" } = configuration.settings.sandbox ?? {};
  if (mode === "off") return [missing("sandbox", "off: commands run with your full permissions")];
  const workspace = configuredWorkspace(configuration, cwd);
  try {
    const confinement = await workspace.confinement();
    if (confinement.kind === "none") return [(mode === "required" ? broken : missing)("sandbox", confinement.reason)];
    const { kind, network, missing: absent = [] } = confinement;
    return [
      ok("sandbox", `${kind}, ${network === "off" ? "no network" : `network: ${network.join(", ")}`}`),
      ...absent.map((part) => missing("sandbox", part)),
    ];
  } finally {
    await workspace.close();
  }
};

/** Lists worktrees of agents that remain, because they have changes or their process was killed. */
const worktreeFindings = (folder: string): readonly Finding[] =>
  listFolder(folder).map((name) =>
    ok("worktree", `${join(folder, name)} (remove it with git worktree remove once you have saved its changes)`),
  );

const listFolder = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return []; // never created
  }
};

/** Lists the instruction files of a session in the folder, with their warnings. */
const instructionFindings = async (configuration: Configuration, cwd: string): Promise<readonly Finding[]> => {
  const { files, warnings } = await findInstructions(nodeWorkspace({ root: cwd }), instructionFiles(configuration));
  return [
    ok("instructions", files.length === 0 ? "none: an AGENTS.md would be included in the system prompt" : files.join(", ")),
    ...warnings.map((warning) => missing("instructions", warning)),
  ];
};

/** Lists providers with a key (never the key), local servers, and the default model. */
const providerFindings = async (configuration: Configuration): Promise<readonly Finding[]> => {
  const { env, custom = {} } = configuration.providers;
  const found = await Promise.all(
    keyProviders(configuration)
      .filter(({ searches }) => searches !== true)
      .map(async (provider) => ({ provider, source: await keySource(provider, configuration) })),
  );
  const withKey = found.flatMap(({ provider, source }) =>
    source.from === "nowhere" ? [] : [ok("key", `${provider.label}: ${keySourceText(source)}`)],
  );
  const without = found.flatMap(({ source }) => (source.from === "nowhere" && source.variable !== undefined ? [source.variable] : []));
  const servers = (await localServers({ env })).map(({ provider, baseURL, models }) =>
    ok("local server", `${provider} at ${baseURL} with ${models.length} models`),
  );
  const own = Object.entries(custom).map(([name, { baseURL }]) =>
    ok("custom provider", baseURL === undefined ? name : `${name} at ${baseURL}`),
  );
  return [
    ...withKey,
    ...(without.length === 0 ? [] : [missing("no key in", [...new Set(without)].join(", "))]),
    ...(servers.length === 0 ? [missing("local server", "none found (checked Ollama, LM Studio, llama.cpp and vLLM)")] : servers),
    ...own,
    await modelFinding(configuration),
  ];
};

const modelFinding = async (configuration: Configuration): Promise<Finding> => {
  try {
    return ok("model", `${(await chooseModel(configuration)).reference} (default)`);
  } catch (error) {
    if (error instanceof NoModelError) return missing("model", "none available: set one of the keys above, or start a local server");
    throw error;
  }
};

/** Lists the MCP servers. Starts none: `cox mcp list --check` does. */
const serverFindings = async (configuration: Configuration, cwd: string): Promise<readonly Finding[]> => {
  const servers = await openMcpServers(configuration, cwd);
  const rows = mcpServerRows(configuration, servers);
  await servers?.close();
  return [
    ...rows.map(({ name, state, source, reason }) => {
      if (state === "failed") return broken("MCP server", `${name}: ${reason ?? state} (${source})`);
      return reason === undefined
        ? ok("MCP server", `${name}: ${state} (${source})`)
        : missing("MCP server", `${name}: ${reason} (${source})`);
    }),
    ...configuration.mcp.warnings.map((warning) => missing("MCP server", warning)),
  ];
};

/** Checks the search providers in the settings and their keys. */
const searchFindings = async (configuration: Configuration): Promise<readonly Finding[]> => {
  const { search, sourcegraph } = configuration.settings.web ?? {};
  return [
    ...(search === undefined ? [] : [await webFinding(configuration, search)]),
    ...(sourcegraph === undefined
      ? []
      : [ok("sourcegraph", `${sourcegraph.url}, ${(await keySourceOf(configuration, "sourcegraph")) ?? "no token"}`)]),
  ];
};

const webFinding = async (
  configuration: Configuration,
  { provider, url }: { readonly provider: string; readonly url?: string },
): Promise<Finding> => {
  const found = SEARCH_PROVIDERS.find(({ name }) => name === provider);
  const label = found?.label ?? provider;
  if (found?.keyEnv === undefined) {
    return url === undefined
      ? missing("web search", `${label} needs the setting "web.search.url"`)
      : ok("web search", `${label} at ${url}`);
  }
  const key = await keySourceOf(configuration, provider);
  if (key === undefined) return missing("web search", `no key for ${label}: set ${found.keyEnv} or run cox auth set ${provider}`);
  return ok("web search", `${label}: ${key}`);
};

const keySourceOf = async (configuration: Configuration, name: string): Promise<string | undefined> => {
  const provider = keyProviders(configuration).find((one) => one.name === name);
  const source = provider === undefined ? undefined : await keySource(provider, configuration);
  return source === undefined || source.from === "nowhere" ? undefined : keySourceText(source);
};

/** Describes the source of a key, never the key. */
const keySourceText = (source: Exclude<KeySource, { readonly from: "nowhere" }>): string => {
  switch (source.from) {
    case "environment":
      return source.variable;
    case "file":
      return "stored in the credentials file";
    case "cloud":
      return "cloud credentials";
  }
};
