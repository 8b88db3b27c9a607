import { join } from "node:path";
import { type Models, providerModels } from "coxswain";
import { BUILT_IN_PROVIDERS, type CustomProvider, type ProviderModelsOptions } from "coxswain/providers";
import {
  coxHome,
  type CoxHome,
  credentials,
  type LoadedSettings,
  loadSettings,
  projectRoot,
  type Settings,
  trustStore,
} from "coxswain/settings";
import type { ProcessContext } from "../process/index.ts";

export interface ConfigurationRequest {
  readonly env: ProcessContext["env"];
  /** The folder that is worked in. */
  readonly cwd: string;
  /** What was said on the command line. */
  readonly flags?: Settings;
  /** An OpenAI-compatible server to ask, which becomes the provider `custom`. */
  readonly baseURL?: string | undefined;
  /** Whether the folder's project is to be trusted from now on. */
  readonly trust?: boolean;
}

/** What a person has set up: flags over the environment over settings. */
export interface Configuration {
  readonly home: CoxHome;
  readonly settings: Settings;
  /** The project of the folder that is worked in. */
  readonly project: { readonly folder: string; readonly trusted: boolean };
  /** What each place says of them, as `loadSettings` tells it. */
  readonly layers: LoadedSettings["layers"];
  /** What of the settings was left out and why, a line each. */
  readonly warnings: readonly string[];
  /** What models are reached with. */
  readonly providers: Pick<ProviderModelsOptions, "env" | "custom" | "keys" | "keyHelp">;
  readonly models: Models;
  /**
   * The keys that the person gave Coxswain to keep.
   * @throws {SettingsError}
   */
  readonly storedKeys: () => readonly string[];
}

/** The provider that `--base-url` makes. */
export const CUSTOM = "custom";
/** Holds its key: a key meant for one provider is not shown to another. */
const CUSTOM_KEY = "COX_API_KEY";

/** @throws {SettingsError} */
export const configure = async ({ env, cwd, flags = {}, baseURL, trust = false }: ConfigurationRequest): Promise<Configuration> => {
  const home = coxHome(env);
  const trusted = trustStore(trustPath(home));
  const folder = projectRoot(cwd);
  if (trust) trusted.trust(folder);
  const project = { folder, trusted: trusted.isTrusted(folder) };
  const { settings, layers, warnings } = await loadSettings({
    home,
    project: project.folder,
    trusted: project.trusted,
    environment: env["COX_MODEL"] ? { model: env["COX_MODEL"] } : {},
    flags,
  });
  const lost = Object.entries(settings.providers ?? {}).filter(([name, one]) => one.baseURL === undefined && !isKnown(name));
  const custom = { ...settings.providers, ...(baseURL === undefined ? {} : { [CUSTOM]: customProvider(baseURL, env) }) };
  const stored = credentials(credentialsPath(home));
  const providers = { env, custom, keys: (provider: string) => stored.get(provider), keyHelp };
  const models = providerModels({
    ...providers,
    ...(settings.models === undefined ? {} : { overrides: settings.models }),
    ...(settings.cacheTtl === undefined ? {} : { cacheTtl: settings.cacheTtl }),
    ...(settings.timeouts === undefined ? {} : { watchdogs: watchdogs(settings.timeouts) }),
  });
  const without = lost.map(([name]) => `Ignored "providers.${name}": unknown provider without a "baseURL".`);
  return { home, settings, layers, project, warnings: [...warnings, ...without], providers, models, storedKeys: () => stored.all() };
};

/** The server of one command line has no key that is kept. */
const keyHelp = (provider: string): string | undefined => (provider === CUSTOM ? undefined : `run cox auth set ${provider}`);

const isKnown = (name: string): boolean => BUILT_IN_PROVIDERS.some((provider) => provider.name === name);

export const credentialsPath = (home: CoxHome): string => join(home.data, "credentials.json");
export const trustPath = (home: CoxHome): string => join(home.data, "trust.json");

const customProvider = (baseURL: string, env: ProcessContext["env"]): CustomProvider => ({
  baseURL,
  ...(env[CUSTOM_KEY] ? { apiKeyEnv: CUSTOM_KEY } : {}),
});

const watchdogs = ({ noBytesSeconds, noContentSeconds }: NonNullable<Settings["timeouts"]>) => ({
  ...(noBytesSeconds === undefined ? {} : { bytes: noBytesSeconds * 1000 }),
  ...(noContentSeconds === undefined ? {} : { content: noContentSeconds * 1000 }),
});
