import type { BodyOptions } from "./body-options.ts";
import { isThinking, type ModelInfo, type Price } from "../model/index.ts";

/** One provider's file in catalog/, written by scripts/generate-catalog.ts. */
export interface CatalogFile {
  /** ISO 8601 date. */
  readonly generatedAt: string;
  readonly source: string;
  /** Keyed by the provider's model IDs. */
  readonly models: Readonly<Record<string, CatalogModel>>;
}

export interface CatalogModel {
  /** Default: the provider's model ID. */
  readonly name?: string;
  readonly window?: number;
  readonly output?: number;
  readonly vision?: boolean;
  /** Absent: none. */
  readonly thinking?: readonly string[];
  /** The provider's names for thinking levels that differ from ours. */
  readonly efforts?: Efforts;
  readonly price?: Price;
  /** Fields to add to the body of each request. */
  readonly options?: BodyOptions;
}

/** The provider's names for thinking levels that differ from ours. */
export type Efforts = Readonly<Record<string, string>>;

/** User settings that override a model's catalog entry. A `maxOutput` of 0 is ignored. */
export interface ModelOverride extends Partial<Omit<ModelInfo, "reference" | "provider" | "id">> {
  /** Fields to add to the body of each request, in the provider's naming; null removes a field. */
  readonly options?: BodyOptions;
}

/** Merges a catalog entry with its override. A model without a catalog entry is assumed to support only text. */
export const modelInfo = (provider: string, id: string, entry: CatalogModel = {}, override: ModelOverride = {}): ModelInfo => {
  const { options: _, maxOutput = 0, ...info } = override;
  const output = maxOutput || entry.output;
  return {
    reference: `${provider}/${id}`,
    provider,
    id,
    name: entry.name ?? id,
    vision: entry.vision ?? false,
    thinking: (entry.thinking ?? []).filter(isThinking),
    ...(entry.window === undefined ? {} : { contextWindow: entry.window }),
    ...(output === undefined ? {} : { maxOutput: output }),
    ...(entry.price === undefined ? {} : { price: entry.price }),
    ...info,
  };
};
