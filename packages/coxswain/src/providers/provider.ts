import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { CacheTtl } from "./cache-marks.ts";
import type { BodyOptions } from "./body-options.ts";
import type { CatalogFile, Efforts, ModelOverride } from "./catalog.ts";
import type { Dialect } from "./dialect.ts";
import type { Watchdogs } from "./response-iterator.ts";
import type { Fetch } from "./fetch.ts";
import type { Wire } from "./wires/index.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface ApiKey {
  readonly value: string;
  /** The environment variable that it came from; absent for a stored one. */
  readonly from?: string;
}

/** How one provider is reached, by one person. */
export interface Connection {
  /** The provider's name in references. */
  readonly name: string;
  /** Undefined: the adapter's own. */
  readonly baseURL: string | undefined;
  readonly key: ApiKey | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly env: Env;
  readonly fetch: Fetch;
  /** How long prefixes that are marked for the cache are to be kept. */
  readonly cacheTtl: CacheTtl;
}

/** A provider whose adapter is loaded. */
export interface Connected {
  /** What reads the answers of its models. Absent: their adapter does so itself. */
  readonly wire?: Wire;
  readonly model: (id: string) => LanguageModelV4;
  /** How the model of that name wants its requests. */
  readonly dialect: (id: string, efforts: Efforts) => Dialect;
}

/** What is known of a provider before anything of it is loaded. */
export interface Provider {
  /** Its name in references, as `anthropic`. */
  readonly name: string;
  /** Its name for people. */
  readonly label: string;
  /** Environment variables that may hold its key; the first is the one to name. Empty: it needs none. */
  readonly keyEnv: readonly string[];
  /** Other signs that it can be used, as a cloud's own credentials. */
  readonly configured?: (env: Env) => boolean;
  /** Its address in a person's environment, or its own where the adapter knows none. */
  readonly baseURL?: (env: Env) => string | undefined;
  readonly connect: (connection: Connection) => Promise<Connected>;
  readonly catalog?: () => Promise<CatalogFile>;
  /** What a person says of its models, by their names there, whether or not the catalog has them. */
  readonly models?: Readonly<Record<string, ModelOverride>>;
  /** The model to take when a person names none. */
  readonly defaultModel?: string;
  /** The small model to take beside the model of that name, for titles and summaries. */
  readonly smallModel?: (id: string) => string | undefined;
  /** Fields that the body of each request is to have, as the provider names them. */
  readonly options?: BodyOptions;
  readonly watchdogs?: Watchdogs;
  readonly headers?: Readonly<Record<string, string>>;
  /** The provider whose models these are, over another wire: they go by their whole references, and are not listed twice. */
  readonly sameModelsAs?: string;
  /** Whether a bare name does not mean a model of it while another provider has one of that name. */
  readonly secondary?: boolean;
  /** Whether it is a server of this machine, which can be asked what it serves. */
  readonly local?: boolean;
}
