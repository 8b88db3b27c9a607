import { asRecord } from "../base/index.ts";
import type { Model, ModelError, StreamPart } from "../model/index.ts";
import { accountOf, originOf, providerModels } from "./provider-models.ts";
import { catalogLookup } from "./catalog-lookup.ts";
import type { Fetch } from "./http-sender.ts";
import { fromLanguageModelV4 } from "./language-model.ts";
import type { Env } from "./provider.ts";
import { type CustomProvider, providersByName } from "./registry.ts";
import { type Received, receive } from "./wires.fixture.ts";
import { createTransport } from "./transport.ts";
import { adapterFor } from "./wires/adapters.fixture.ts";

export interface Setting {
  readonly env: Env;
  readonly custom?: Readonly<Record<string, CustomProvider>>;
  readonly fetch?: Fetch;
}

/** Returns a model whose responses the adapter parses. */
const adapterModel = async (reference: string, { env, custom = {}, fetch }: Setting): Promise<Model> => {
  const [name = "", ...rest] = reference.split("/");
  const id = rest.join("/");
  const provider = providersByName(custom).get(name);
  if (provider === undefined) throw new Error(`There is no provider ${name}.`);
  const account = await accountOf(provider, { env, stored: undefined, help: undefined });
  const { key, baseURL } = account;
  const transport = createTransport({ env, fetch });
  const { info, efforts } = await catalogLookup({}).info(provider, id);
  const connection = { name, baseURL, key, headers: provider.headers, env, fetch: transport.fetch, cacheTtl: "5m" } as const;
  const { adapter, dialect } = await adapterFor(provider, connection, id, efforts);
  return fromLanguageModelV4(adapter, info, { dialect, origin: originOf(account, id), onBytes: transport.onBytes });
};

export interface Compared {
  readonly parts: readonly StreamPart[];
  readonly error: Pick<ModelError, "code" | "status" | "retryAfter" | "message"> | undefined;
}

/** Parses the same response with the adapter and with our reader, in a comparable form. */
export const bothWays = async (reference: string, setting: Setting): Promise<{ readonly adapter: Compared; readonly ours: Compared }> => ({
  adapter: comparable(await receive(await adapterModel(reference, setting))),
  ours: comparable(withoutBlocks(await receive(await providerModels(setting).get(reference)))),
});

/** Removes OpenRouter's reasoning blocks and the ids in them, which the adapter loses. */
const withoutBlocks = ({ parts, ...rest }: Received): Received => ({
  ...rest,
  parts: parts.map((part): StreamPart => {
    if (!("providerData" in part) || part.providerData === undefined) return part;
    const { providerData, ...plain } = part;
    const { reasoning_details: _blocks, callId: _callId, ...data } = asRecord(providerData["openrouter"]);
    const left = { ...providerData, ...("openrouter" in providerData ? { openrouter: data } : {}) };
    return Object.values(left).every((fields) => Object.keys(asRecord(fields)).length === 0) ? plain : { ...plain, providerData: left };
  }),
});

const comparable = ({ parts, error }: Received): Compared => ({
  parts: renamed(withoutEmptyBlocks(withoutProviderParts(parts))),
  error: error && { code: error.code, status: error.status, retryAfter: error.retryAfter, message: error.message },
});

/**
 * Removes content of the provider's own tools, which an adapter takes apart and we do not, and the usage of the last pass,
 * which no adapter has.
 */
const withoutProviderParts = (parts: readonly StreamPart[]): StreamPart[] =>
  parts.flatMap((part): StreamPart[] => {
    if (part.type === "provider") return [];
    if (part.type !== "finish") return [part];
    const { lastPass: _, ...finish } = part;
    return [finish];
  });

/** Removes text blocks without text, unless they have provider data. Gemini's signature without text is not text for us. */
const withoutEmptyBlocks = (parts: readonly StreamPart[]): StreamPart[] => {
  const matches = (id: string, at: number): boolean => {
    const next = parts.slice(at + 1).find((part) => "id" in part && part.id === id && part.type.startsWith("text_"));
    return next?.type !== "text_end" || (next.providerData !== undefined && next.providerData["google"] === undefined);
  };
  const empty = new Set<string>();
  return parts.filter((part, at) => {
    if (part.type === "text_start" && !matches(part.id, at)) {
      empty.add(part.id);
      return false;
    }
    return !(part.type === "text_end" && empty.delete(part.id));
  });
};

/** Replaces generated IDs, which differ between the readers, by their order. */
const renamed = (parts: readonly StreamPart[]): StreamPart[] => {
  const names = new Map<string, string>();
  return parts.map((part) => {
    if (!("id" in part)) return part;
    const kind = part.type.replace(/_.*/, "");
    const name = names.get(kind + part.id) ?? `${kind}-${names.size}`;
    names.set(kind + part.id, name);
    return { ...part, id: name };
  });
};
