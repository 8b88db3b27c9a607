import type { ModelRequest, Thinking } from "../../model/index.ts";
import { type BodyOptions, requestWithOptions } from "../body-options.ts";
import type { CacheTtl } from "../cache-marks.ts";
import { callOptionsWriter } from "../call-options.ts";
import { modelInfo } from "../catalog.ts";
import type { Fetch, WrittenRequest } from "../http-sender.ts";
import type { ApiKey, Connection, Provider } from "../provider.ts";
import { BUILT_IN_PROVIDERS } from "../registry.ts";
import { requestSerializer } from "../wire-model.ts";
import { adapterFor } from "./adapters.fixture.ts";

/** A connection and a model. */
export interface Scene {
  readonly provider: string;
  readonly id: string;
  /** Default: those of the catalog. */
  readonly thinking?: readonly Thinking[];
  readonly cacheTtl?: CacheTtl;
  readonly key?: ApiKey;
  readonly baseURL?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request on its way to the server. Header names are in lower case. */
export interface Written {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyOptions;
}

/** Writes requests for one model, as our own wire and as its adapter. */
export interface Oracle {
  readonly ours: (request: ModelRequest) => Written;
  readonly adapter: (request: ModelRequest) => Promise<Written>;
}

export const oracle = async (scene: Scene): Promise<Oracle> => {
  const { id, thinking, key = { value: "sk-test-0123456789" } } = scene;
  const provider = providerNamed(scene.provider);
  const captured: WrittenRequest[] = [];
  const fetch: Fetch = async (url, init = {}) => {
    captured.push({ url: url instanceof Request ? url.url : url, init });
    throw new Error("The request is captured.");
  };
  const connection: Connection = {
    name: provider.name,
    baseURL: scene.baseURL ?? provider.baseURL?.({}),
    key,
    headers: scene.headers,
    env: {},
    fetch,
    cacheTtl: scene.cacheTtl ?? "5m",
  };
  const entry = (await provider.catalog?.())?.models[id];
  const info = modelInfo(provider.name, id, entry, thinking === undefined ? {} : { thinking });
  const efforts = entry?.efforts ?? {};
  const access = (await provider.connect(connection)).model(id, efforts);
  if (access.kind !== "wire") throw new Error(`${provider.name} has no wire of ours.`);
  const { adapter, dialect } = await adapterFor(provider, connection, id, efforts);
  const writeOptions = callOptionsWriter(info, dialect);
  const serialize = requestSerializer(info, access.wire);
  return {
    ours: (request) => readable(serialize(request, request.signal)),
    adapter: async (request) => {
      captured.length = 0;
      const failure: unknown = await adapter.doStream(writeOptions(request, request.signal)).then(
        () => undefined,
        (error: unknown) => error,
      );
      const [written] = captured;
      if (written === undefined) throw failure;
      return readable(requestWithOptions(written, request.options));
    },
  };
};

export const providerNamed = (name: string): Provider => {
  const provider = BUILT_IN_PROVIDERS.find((one) => one.name === name);
  if (provider === undefined) throw new Error(`There is no provider ${name}.`);
  return provider;
};

const readable = ({ url, init: { headers, body } }: WrittenRequest): Written => {
  if (typeof body !== "string") throw new TypeError("The request has no text as its body.");
  return { url: String(url), headers: Object.fromEntries(new Headers(headers)), body: JSON.parse(body) as BodyOptions };
};
