import { type Models, providerModels } from "coxswain";
import { BUILT_IN_PROVIDERS, type CustomProvider, type ProviderModelsOptions } from "coxswain/providers";
import {
  coxHome,
  type CoxHome,
  credentials,
  type LoadedMcpServers,
  type LoadedSettings,
  loadMcpServers,
  loadSettings,
  projectRoot,
  type Settings,
  trustStore,
  userSettingsPath,
} from "coxswain/settings";
import type { ProcessContext } from "../process/index.ts";
import { credentialsPath, trustPath } from "./paths.ts";
import { projectTrust, serverApprovals } from "./project-trust.ts";

export interface ConfigurationRequest {
  readonly env: ProcessContext["env"];
  /** The working folder. */
  readonly cwd: string;
  /** Settings from the command line. */
  readonly flags?: Settings;
  /** URL of an OpenAI-compatible server, used as the provider `custom`. */
  readonly baseURL?: string | undefined;
  /** True to trust the folder's project permanently, with its MCP servers as they are now. */
  readonly trust?: boolean;
  /** Absolute paths of files with further MCP servers. Default: none. */
  readonly mcpFiles?: readonly string[];
}

/** The user's configuration. Flags override the environment, which overrides settings. */
export interface Configuration {
  readonly home: CoxHome;
  readonly settings: Settings;
  /** The project of the working folder. */
  readonly project: { readonly folder: string; readonly trusted: boolean };
  /** The settings of each source, as returned by `loadSettings`. */
  readonly layers: LoadedSettings["layers"];
  /** Warnings about ignored settings, one line each. */
  readonly warnings: readonly string[];
  /** The MCP servers of all sources; none of them is started. */
  readonly mcp: LoadedMcpServers;
  /** Options for the providers of the models. */
  readonly providers: Pick<ProviderModelsOptions, "env" | "custom" | "keys" | "keyHelp">;
  readonly models: Models;
  /**
   * Returns the keys saved in the credentials file.
   * @throws {SettingsError}
   */
  readonly storedKeys: () => readonly string[];
}

/** The provider of `--base-url`. */
export const CUSTOM = "custom";
/** Variable with the key of `custom`. Keys of other providers are not sent to it. */
const CUSTOM_KEY = "COX_API_KEY";

/** @throws {SettingsError} */
export const configure = async ({
  env,
  cwd,
  flags = {},
  baseURL,
  trust = false,
  mcpFiles = [],
}: ConfigurationRequest): Promise<Configuration> => {
  const home = coxHome(env);
  const trusted = trustStore(trustPath(home));
  const folder = projectRoot(cwd);
  if (trust) (await projectTrust(home, folder)).trust();
  const project = { folder, trusted: trusted.isTrusted(folder) };
  const { settings, layers, warnings } = await loadSettings({
    home,
    project: project.folder,
    trusted: project.trusted,
    environment: env["COX_MODEL"] ? { model: env["COX_MODEL"] } : {},
    flags,
  });
  const mcp = await loadMcpServers({
    user: { servers: settings.mcpServers ?? {}, path: userSettingsPath(home) },
    cwd,
    project: project.folder,
    trusted: project.trusted,
    approvals: serverApprovals(home),
    files: mcpFiles,
    env,
  });
  const incomplete = Object.entries(settings.providers ?? {}).filter(([name, one]) => one.baseURL === undefined && !isKnown(name));
  const custom = { ...settings.providers, ...(baseURL === undefined ? {} : { [CUSTOM]: customProvider(baseURL, env) }) };
  const stored = credentials(credentialsPath(home));
  const providers = { env, custom, keys: (provider: string) => stored.get(provider), keyHelp };
  const models = providerModels({
    ...providers,
    ...(settings.models === undefined ? {} : { overrides: settings.models }),
    ...(settings.cacheTtl === undefined ? {} : { cacheTtl: settings.cacheTtl }),
    ...(settings.timeouts === undefined ? {} : { watchdogs: watchdogs(settings.timeouts) }),
  });
  const ignored = incomplete.map(([name]) => `Ignored "providers.${name}": unknown provider without a "baseURL".`);
  return { home, settings, layers, project, warnings: [...warnings, ...ignored], mcp, providers, models, storedKeys: () => stored.all() };
};

/** `--base-url` servers have no saved key. */
const keyHelp = (provider: string): string | undefined => (provider === CUSTOM ? undefined : `run cox auth set ${provider}`);

const isKnown = (name: string): boolean => BUILT_IN_PROVIDERS.some((provider) => provider.name === name);

const customProvider = (baseURL: string, env: ProcessContext["env"]): CustomProvider => ({
  baseURL,
  ...(env[CUSTOM_KEY] ? { apiKeyEnv: CUSTOM_KEY } : {}),
});

const watchdogs = ({ noBytesSeconds, noContentSeconds }: NonNullable<Settings["timeouts"]>) => ({
  ...(noBytesSeconds === undefined ? {} : { bytes: noBytesSeconds * 1000 }),
  ...(noContentSeconds === undefined ? {} : { content: noContentSeconds * 1000 }),
});
