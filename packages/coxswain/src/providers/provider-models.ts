import { MissingApiKeyError, type Model, type ModelEntry, type ModelInfo, type Models } from "../model/index.ts";
import { type ApiKey, findKey, isUsable, type StoredKeys } from "./api-key.ts";
import type { ModelOverride } from "./catalog.ts";
import { catalogLookup } from "./catalog-lookup.ts";
import type { Fetch } from "./fetch.ts";
import { fromLanguageModelV4 } from "./language-model.ts";
import { servedAt } from "./local-servers.ts";
import type { Connected, Env, Provider } from "./provider.ts";
import { type CustomProvider, providersByName } from "./registry.ts";
import { resolveReference } from "./resolve-reference.ts";
import type { Watchdogs } from "./response-iterator.ts";
import type { Timers } from "./timers.ts";
import { createTransport } from "./transport.ts";

export interface ProviderModelsOptions {
  /** The person's environment: keys, base URLs, proxies. Never a project's. */
  readonly env: Env;
  /** Stored keys, which go before the environment's. */
  readonly keys?: StoredKeys;
  /** Providers of the person's own, and other addresses of known ones, by name. */
  readonly custom?: Readonly<Record<string, CustomProvider>>;
  /** What is to hold in place of the catalog, by reference. */
  readonly overrides?: Readonly<Record<string, ModelOverride>>;
  /** Sends the requests. Default: our own, with proxies from `env`. */
  readonly fetch?: Fetch;
  /** Default: 60 s without a byte, 5 minutes without content; 10 minutes each for servers of this machine. */
  readonly watchdogs?: Watchdogs;
  readonly timers?: Timers;
}

/** The models of all providers. What belongs to a provider is loaded when a model of it is asked for. */
export const providerModels = ({ env, keys, custom = {}, overrides = {}, fetch, watchdogs, timers }: ProviderModelsOptions): Models => {
  const providers = providersByName(custom);
  const catalog = catalogLookup(overrides);
  const transport = createTransport({ env, ...(fetch === undefined ? {} : { fetch }) });
  const connections = new Map<string, Promise<Connected>>();
  const models = new Map<string, Model>();
  const keyOf = (provider: Provider) => findKey(provider, env, keys);
  const usable = async (provider: Provider) => isUsable(provider, env, await keyOf(provider));

  const connect = (provider: Provider, key: ApiKey | undefined): Promise<Connected> => {
    const { name, headers } = provider;
    const baseURL = provider.baseURL?.(env);
    return provider.connect({
      name,
      env,
      fetch: transport.fetch,
      ...(baseURL === undefined ? {} : { baseURL }),
      ...(headers === undefined ? {} : { headers }),
      ...(key === undefined ? {} : { apiKey: key.value }),
      ...(key?.from === undefined ? {} : { keyName: key.from }),
    });
  };

  const makeModel = async (provider: Provider, id: string, key: ApiKey | undefined, account: string): Promise<Model> => {
    const connecting = connections.get(account) ?? connect(provider, key);
    connections.set(account, connecting);
    const { model, dialect } = await connecting.catch((error: unknown) => {
      connections.delete(account);
      throw error;
    });
    const { info, efforts } = await catalog.info(provider, id);
    const [keyName] = key?.from === undefined ? provider.keyEnv : [key.from];
    const baseURL = provider.baseURL?.(env);
    return fromLanguageModelV4(model(id), provider.local === true ? await asServed(info, baseURL) : info, {
      dialect: dialect(id, efforts),
      onBytes: transport.onBytes,
      watchdogs: { ...provider.watchdogs, ...watchdogs },
      ...(timers === undefined ? {} : { timers }),
      origin: {
        label: provider.label,
        model: id,
        secrets: key === undefined ? [] : [key.value],
        ...(keyName === undefined ? {} : { keyName }),
        ...(baseURL === undefined ? {} : { baseURL }),
      },
    });
  };

  return {
    get: async (reference) => {
      const { provider, id } = await resolveReference(reference, providers, catalog, usable);
      const key = await keyOf(provider);
      if (!isUsable(provider, env, key)) throw new MissingApiKeyError(provider.label, `Set ${provider.keyEnv[0]}.`);
      const account = `${provider.name}\n${key?.value ?? ""}`;
      const known = models.get(`${account}\n${id}`);
      if (known !== undefined) return known;
      const made = await makeModel(provider, id, key, account);
      models.set(`${account}\n${id}`, made);
      return made;
    },
    list: async () => {
      const all = await Promise.all(
        [...providers.values()].map(async (provider): Promise<ModelEntry[]> => {
          const [available, ids] = await Promise.all([usable(provider), catalog.ids(provider)]);
          return Promise.all(ids.map(async (id) => ({ info: (await catalog.info(provider, id)).info, available })));
        }),
      );
      return all.flat();
    },
  };
};

/** With the window that the server really gives, where it tells. */
const asServed = async (info: ModelInfo, baseURL: string | undefined): Promise<ModelInfo> => {
  const server = baseURL === undefined ? undefined : await servedAt(info.provider, baseURL);
  const { contextWindow, vision } = server?.models.find(({ id }) => id === info.id) ?? info;
  return { ...(contextWindow === undefined ? {} : { contextWindow }), ...info, vision: vision || info.vision };
};
