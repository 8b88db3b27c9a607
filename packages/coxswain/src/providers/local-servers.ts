import type { ModelInfo } from "../model/index.ts";
import { bodyText } from "./answer.ts";
import { modelInfo } from "./catalog.ts";
import { ollamaURL } from "./ollama-url.ts";
import type { Env } from "./provider.ts";
import type { Fetch } from "./http-sender.ts";
import { createTransport } from "./transport.ts";

/** A running server on this machine and its models. */
export interface LocalServer {
  /** `ollama`, `lmstudio`, `llamacpp` or `vllm`. */
  readonly provider: string;
  readonly baseURL: string;
  readonly models: readonly ModelInfo[];
}

export interface LocalServersOptions {
  /** The environment with `OLLAMA_HOST`. */
  readonly env?: Env;
  /** Base URLs by provider, in place of the default ones. */
  readonly baseURLs?: Readonly<Record<string, string>>;
  /** Timeout for a server's response, in milliseconds. Default: 300. */
  readonly timeout?: number;
  readonly fetch?: Fetch;
}

/** Probes the default ports of known model servers on this machine. Servers that do not respond are omitted. */
export const localServers = async ({ env = {}, baseURLs = {}, ...probe }: LocalServersOptions = {}): Promise<readonly LocalServer[]> => {
  const addresses = { ollama: ollamaURL(env["OLLAMA_HOST"]), ...PORTS, ...baseURLs };
  const found = await Promise.all(Object.entries(addresses).map(([provider, baseURL]) => servedAt(provider, baseURL, probe)));
  return found.filter((server) => server !== undefined);
};

/** Lists the models of one server; undefined if it does not respond like a model server. */
export const servedAt = async (
  provider: string,
  address: string,
  { timeout = 300, fetch }: Pick<LocalServersOptions, "timeout" | "fetch"> = {},
): Promise<LocalServer | undefined> => {
  const { send } = createTransport({ env: {}, fetch });
  const read = async (url: string): Promise<unknown> => {
    try {
      const answer = await send({ url, init: { signal: AbortSignal.timeout(timeout) } });
      const text = await bodyText(answer);
      return answer.status === 200 ? JSON.parse(text) : undefined;
    } catch {
      // No server, or another kind of server: not an error, because this is a probe.
      return undefined;
    }
  };
  const baseURL = address.replace(/\/+$/, "");
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

/** The endpoints that report the configured context window, which may be far below the model's maximum. */
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
