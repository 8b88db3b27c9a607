import type { ModelInfo } from "../model/index.ts";
import { bodyText } from "./answer.ts";
import { modelInfo } from "./catalog.ts";
import { ollamaURL } from "./ollama-url.ts";
import type { Env } from "./provider.ts";
import type { Fetch } from "./fetch.ts";
import { createTransport } from "./transport.ts";

/** A server on this machine that answers, and what it serves. */
export interface LocalServer {
  /** `ollama`, `lmstudio`, `llamacpp` or `vllm`. */
  readonly provider: string;
  readonly baseURL: string;
  readonly models: readonly ModelInfo[];
}

export interface LocalServersOptions {
  /** Where `OLLAMA_HOST` is looked up. */
  readonly env?: Env;
  /** Other addresses than the servers' own, by provider. */
  readonly baseURLs?: Readonly<Record<string, string>>;
  /** How long a server may take to answer, in milliseconds. Default: 300. */
  readonly timeout?: number;
  readonly fetch?: Fetch;
}

/** Asks the usual ports of this machine who serves models there. One that does not answer is left out. */
export const localServers = async ({ env = {}, baseURLs = {}, ...probe }: LocalServersOptions = {}): Promise<readonly LocalServer[]> => {
  const addresses = { ollama: ollamaURL(env["OLLAMA_HOST"]), ...PORTS, ...baseURLs };
  const found = await Promise.all(Object.entries(addresses).map(([provider, baseURL]) => servedAt(provider, baseURL, probe)));
  return found.filter((server) => server !== undefined);
};

/** What one server serves; undefined when it does not answer as a server of models does. */
export const servedAt = async (
  provider: string,
  given: string,
  { timeout = 300, fetch }: Pick<LocalServersOptions, "timeout" | "fetch"> = {},
): Promise<LocalServer | undefined> => {
  const { send } = createTransport({ env: {}, fetch });
  const read = async (url: string): Promise<unknown> => {
    try {
      const answer = await send({ url, init: { signal: AbortSignal.timeout(timeout) } });
      const text = await bodyText(answer);
      return answer.status === 200 ? JSON.parse(text) : undefined;
    } catch {
      // Nobody there, or nobody who speaks this: that is the answer that was asked for.
      return undefined;
    }
  };
  const baseURL = given.replace(/\/+$/, "");
  const root = baseURL.replace(/\/v1$/, "");
  const [list, extra] = await Promise.all([
    read(`${baseURL}/models`),
    EXTRA[provider] === undefined ? undefined : read(`${root}${EXTRA[provider]}`),
  ]);
  const models = entries(list).flatMap((entry) =>
    typeof entry["id"] === "string" ? [servedModel(provider, entry["id"], entry, extra)] : [],
  );
  return isRecord(list) && Array.isArray(list["data"]) ? { provider, baseURL, models } : undefined;
};

const PORTS = { lmstudio: "http://127.0.0.1:1234/v1", llamacpp: "http://127.0.0.1:8080/v1", vllm: "http://127.0.0.1:8000/v1" };

/** Where each tells the window that it really gives to a model, which may be far below the model's own. */
const EXTRA: Readonly<Record<string, string>> = { ollama: "/api/ps", lmstudio: "/api/v0/models", llamacpp: "/props" };

const servedModel = (provider: string, id: string, entry: Entry, extra: unknown): ModelInfo => {
  const detail = [...entries(extra), ...listed(extra, "models")].find((one) => one["id"] === id || one["name"] === id) ?? {};
  const props = isRecord(extra) && isRecord(extra["default_generation_settings"]) ? extra["default_generation_settings"] : {};
  const window = [
    detail["loaded_context_length"],
    detail["context_length"],
    detail["max_context_length"],
    props["n_ctx"],
    entry["max_model_len"],
  ].find((size) => typeof size === "number" && size > 0) as number | undefined;
  return modelInfo(provider, id, { ...(window === undefined ? {} : { window }), vision: detail["type"] === "vlm" });
};

type Entry = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Entry => typeof value === "object" && value !== null;
const listed = (value: unknown, key: string): readonly Entry[] =>
  isRecord(value) && Array.isArray(value[key]) ? (value[key] as unknown[]).filter(isRecord) : [];
const entries = (value: unknown): readonly Entry[] => listed(value, "data");
