import {
  MissingApiKeyError,
  type Model,
  type ModelEntry,
  type ModelInfo,
  type Models,
  UnknownModelError,
  type Price,
} from "../model/index.ts";
import { fitsHeader, type StoredKeys, findKey, isUsable } from "./api-key.ts";
import type { CacheTtl } from "./cache-marks.ts";
import type { CatalogModel, ModelOverride } from "./catalog.ts";
import { catalogLookup } from "./catalog-lookup.ts";
import type { Fetch } from "./http-sender.ts";
import { fromLanguageModelV4 } from "./language-model.ts";
import { servedAt } from "./local-servers.ts";
import type { ApiKey, Connected, Connection, Env, ModelAccess, Provider } from "./provider.ts";
import { type CustomProvider, providersByName } from "./registry.ts";
import { resolveReference } from "./resolve-reference.ts";
import type { Watchdogs } from "./response-iterator.ts";
import { smallModelOf } from "./small-model.ts";
import { systemTimers, type Timers } from "./timers.ts";
import { createTransport } from "./transport.ts";
import { wireModel } from "./wire-model.ts";
import type { Origin } from "./errors/index.ts";

export interface ProviderModelsOptions {
  /** The user's environment: keys, base URLs, proxies. Never a project's. */
  readonly env: Env;
  /** Stored keys. Keys in the environment take precedence. */
  readonly keys?: StoredKeys;
  /** Another way to set a provider's key, for error messages, such as `run mine login NAME`. */
  readonly keyHelp?: (provider: string) => string | undefined;
  /** Custom providers, and custom base URLs of built-in ones, by name. */
  readonly custom?: Readonly<Record<string, CustomProvider>>;
  /**
   * Catalog entries by reference, for models that the built-in catalog lacks, or fields that it has otherwise. Settings of the
   * provider and the model win over them. Default: none.
   */
  readonly catalog?: Readonly<Record<string, CatalogModel>>;
  /** Overrides of catalog entries, by reference. */
  readonly overrides?: Readonly<Record<string, ModelOverride>>;
  /** Sends the requests. Default: node:http with proxies from `env`. */
  readonly fetch?: Fetch;
  /**
   * Cache lifetime for providers with explicit cache breakpoints; other providers choose their own. Cache writes cost
   * more with `1h`. Default: `5m`.
   */
  readonly cacheTtl?: CacheTtl;
  /** Default: 60 s without a byte, 5 minutes without content; 10 minutes each for local servers. */
  readonly watchdogs?: Watchdogs;
  readonly timers?: Timers;
}

/** The models of all providers. A provider's adapter and catalog are loaded when one of its models is requested. */
export const providerModels = (options: ProviderModelsOptions): Models => {
  const { env, keys, keyHelp, custom = {}, overrides = {}, cacheTtl = "5m", watchdogs, timers = systemTimers } = options;
  const providers = providersByName(custom);
  const catalog = catalogLookup(overrides, options.catalog);
  const transport = createTransport({ env, fetch: options.fetch });
  const connected = memoizeAsync<Connected>();
  const made = memoizeAsync<Model>();
  const account = (provider: Provider) =>
    accountOf(provider, { env, stored: keys, help: keyHelp?.(provider.sameModelsAs ?? provider.name) });

  const makeModel = async (of: Account, id: string): Promise<Model> => {
    const { provider, key, baseURL } = of;
    const connection: Connection = { name: provider.name, baseURL, key, headers: provider.headers, env, fetch: transport.fetch, cacheTtl };
    const { model } = await connected(identity(of), () => provider.connect(connection));
    const { info: listed, efforts, options: bodyOptions } = await catalog.info(provider, id);
    const access = model(id, efforts);
    const served = provider.local === true ? await withServedLimits(listed, baseURL) : listed;
    const priced = marksCache(access) ? withCachePrice(served, cacheTtl) : served;
    const { reasoningRules } = access;
    const info = reasoningRules === undefined ? priced : { ...priced, reasoningRules };
    const common = { bodyOptions, origin: originOf(of, id), watchdogs: { ...provider.watchdogs, ...watchdogs }, timers };
    switch (access.kind) {
      case "wire":
        return wireModel(info, { ...common, wire: access.wire, send: transport.send });
      case "adapter":
        return fromLanguageModelV4(access.adapter, info, {
          ...common,
          dialect: access.dialect,
          onBytes: transport.onBytes,
          amend: transport.amend,
        });
    }
  };

  const named = (reference: string) => resolveReference(reference, providers, catalog, async (one) => (await account(one)).usable);

  const ofCatalog = async (provider: Provider): Promise<ModelEntry[]> => {
    const [{ usable }, ids] = await Promise.all([account(provider), catalog.ids(provider)]);
    return Promise.all(ids.map(async (id) => ({ info: (await catalog.info(provider, id)).info, available: usable })));
  };

  return {
    get: async (reference) => {
      const { provider, id } = await named(reference);
      const of = await account(provider);
      if (!of.usable)
        throw new MissingApiKeyError(
          provider.label,
          `Set ${[provider.keyEnv[0], of.keyHelp].filter((way) => way !== undefined).join(", or ")}.`,
        );
      if (of.key !== undefined && !fitsHeader(of.key)) {
        throw new MissingApiKeyError(
          provider.label,
          `${of.key.from ?? "The stored key"} contains line breaks or other characters that no key has. Set it again.`,
        );
      }
      return made(`${identity(of)}\n${id}`, () => makeModel(of, id));
    },
    list: async (name) => {
      const own = [...providers.values()].filter((one) => (name === undefined ? one.sameModelsAs === undefined : one.name === name));
      const listed = (await Promise.all(own.map(ofCatalog))).flat();
      const served = name === undefined ? [] : (await Promise.all(own.map((provider) => servedBy(provider, env)))).flat();
      return [
        ...listed,
        ...served.filter(({ id }) => !listed.some(({ info }) => info.id === id)).map((info) => ({ info, available: true })),
      ];
    },
    smallFor: async (reference) => {
      const one = await named(reference).catch(unlessUnknown);
      return one !== undefined && (await account(one.provider)).usable ? smallModelOf(one, catalog) : undefined;
    },
  };
};

/** A model that the program passed as an object may have any name. */
const unlessUnknown = (error: unknown): undefined => {
  if (!(error instanceof UnknownModelError)) throw error;
};

/** The cache key of a connection. A new API key makes a new connection. */
const identity = ({ provider, key }: Account): string => `${provider.name}\n${key?.value ?? ""}`;

/** Lists the models that a local server reports. */
const servedBy = async ({ name, local, baseURL }: Provider, env: Env): Promise<readonly ModelInfo[]> => {
  const url = local === true ? baseURL?.(env) : undefined;
  return url === undefined ? [] : ((await servedAt(name, url))?.models ?? []);
};

/** Adds the context window that the local server reports, if any. */
const withServedLimits = async (info: ModelInfo, baseURL: string | undefined): Promise<ModelInfo> => {
  const server = baseURL === undefined ? undefined : await servedAt(info.provider, baseURL);
  const { contextWindow, vision } = server?.models.find(({ id }) => id === info.id) ?? info;
  const limits = contextWindow === undefined ? {} : { contextWindow };
  return { ...limits, price: { input: 0, output: 0 }, ...info, vision: vision || info.vision };
};

/** A provider with the API key and base URL that this user's configuration resolves to. */
export interface Account {
  readonly provider: Provider;
  readonly key: ApiKey | undefined;
  /** Another way to set the key than its environment variable. */
  readonly keyHelp: string | undefined;
  readonly baseURL: string | undefined;
  /** True if the provider can be called with the current credentials. */
  readonly usable: boolean;
}

export interface KeyPlaces {
  readonly env: Env;
  readonly stored: StoredKeys | undefined;
  readonly help: string | undefined;
}

export const accountOf = async (provider: Provider, { env, stored, help }: KeyPlaces): Promise<Account> => {
  const key = await findKey(provider, env, stored);
  return { provider, key, keyHelp: help, baseURL: provider.baseURL?.(env), usable: isUsable(provider, env, key) };
};

/** Returns the account's details that error messages may contain. */
export const originOf = ({ provider, key, keyHelp, baseURL }: Account, model: string): Origin => ({
  label: provider.label,
  model,
  keyName: key?.from ?? provider.keyEnv[0],
  // An environment variable takes precedence over a stored key.
  keyHelp: key?.from === undefined ? keyHelp : undefined,
  baseURL,
  secrets: key === undefined ? [] : [key.value],
});

/** True if requests mark the prefixes to cache, with a lifetime that has its own price. */
const marksCache = (access: ModelAccess): boolean =>
  access.kind === "wire" ? access.wire.marksCache : access.dialect.cacheMark !== undefined;

/**
 * Adjusts the cache write price for a TTL of one hour: twice the input price. The catalog has the price for five
 * minutes.
 */
const withCachePrice = (info: ModelInfo, ttl: CacheTtl): ModelInfo => {
  const { price } = info;
  if (ttl !== "1h" || price?.cacheWrite === undefined) return info;
  const { tiers } = price;
  return { ...info, price: { ...withHourCachePrice(price), ...(tiers === undefined ? {} : { tiers: tiers.map(withHourCachePrice) }) } };
};

const withHourCachePrice = <Rates extends Omit<Price, "tiers">>(rates: Rates): Rates => ({ ...rates, cacheWrite: 2 * rates.input });

/** Memoizes an async factory by name. A failed result is not cached. */
const memoizeAsync = <Made>(): ((name: string, make: () => Promise<Made>) => Promise<Made>) => {
  const made = new Map<string, Promise<Made>>();
  return (name, make) => {
    const existing = made.get(name);
    if (existing !== undefined) return existing;
    const making = make();
    made.set(name, making);
    making.catch(() => made.delete(name));
    return making;
  };
};
