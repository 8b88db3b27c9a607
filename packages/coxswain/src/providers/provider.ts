import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ReasoningRules } from "../model/index.ts";
import type { CacheTtl } from "./cache-marks.ts";
import type { BodyOptions } from "./body-options.ts";
import type { CatalogFile, Efforts, ModelOverride } from "./catalog.ts";
import type { Dialect } from "./dialect.ts";
import type { Watchdogs } from "./response-iterator.ts";
import type { Fetch } from "./http-sender.ts";
import type { Wire } from "./wires/index.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface ApiKey {
  readonly value: string;
  /** The environment variable of the key; absent for a stored key. */
  readonly from?: string;
}

/** The settings of one user's connection to a provider. */
export interface Connection {
  /** The provider's name in references. */
  readonly name: string;
  /** Undefined: the adapter's default. */
  readonly baseURL: string | undefined;
  readonly key: ApiKey | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly env: Env;
  readonly fetch: Fetch;
  /** Lifetime of prefixes with a cache breakpoint. */
  readonly cacheTtl: CacheTtl;
}

/** A provider whose code is loaded. */
export interface Connected {
  /** Returns the access to a model. `efforts` are the catalog's names for its thinking levels. */
  readonly model: (id: string, efforts: Efforts) => ModelAccess;
}

/** Access to a model: the code that writes its requests and parses its responses, and rules for reasoning in requests. */
export type ModelAccess = { readonly reasoningRules?: ReasoningRules } &
  /** Our own wire does both. */
  (
    | { readonly kind: "wire"; readonly wire: Wire }
    /** An adapter of the AI SDK does both. */
    | { readonly kind: "adapter"; readonly adapter: LanguageModelV4; readonly dialect: Dialect }
  );

/** Static information about a provider; its adapter and catalog are loaded on demand. */
export interface Provider {
  /** Its name in references, such as `anthropic`. */
  readonly name: string;
  /** Its display name. */
  readonly label: string;
  /** Environment variables of its API key; messages name the first. Empty: no key is needed. */
  readonly keyEnv: readonly string[];
  /** Returns true if other credentials are configured, such as a cloud's own. */
  readonly configured?: (env: Env) => boolean;
  /** Returns the base URL from the user's environment, or the default one if the adapter has none. */
  readonly baseURL?: (env: Env) => string | undefined;
  readonly connect: (connection: Connection) => Promise<Connected>;
  readonly catalog?: () => Promise<CatalogFile>;
  /** The user's model settings, keyed by model ID. The catalog need not contain the models. */
  readonly models?: Readonly<Record<string, ModelOverride>>;
  /** The model to use when the user names none. */
  readonly defaultModel?: string;
  /** Returns the small model for titles and summaries in a session that uses the model `id`. */
  readonly smallModel?: (id: string) => string | undefined;
  /** Fields to add to the body of each request, in the provider's naming. */
  readonly options?: BodyOptions;
  readonly watchdogs?: Watchdogs;
  readonly headers?: Readonly<Record<string, string>>;
  /** The provider with the same models on another API. These models need a full reference and are not listed twice. */
  readonly sameModelsAs?: string;
  /** True if a bare model name prefers another provider that has a model of that name. */
  readonly secondary?: boolean;
  /** True for a server on this machine, which can list its models. */
  readonly local?: boolean;
}
