import type { BodyOptions } from "./body-options.ts";
import { isThinking, type ModelInfo, type Price } from "../model/index.ts";

/** One provider's file in catalog/, written by scripts/generate-catalog.ts. */
export interface CatalogFile {
  /** ISO 8601 date. */
  readonly generatedAt: string;
  readonly source: string;
  /** By the models' names at the provider. */
  readonly models: Readonly<Record<string, CatalogModel>>;
}

export interface CatalogModel {
  /** Absent: the same as at the provider. */
  readonly name?: string;
  readonly window?: number;
  readonly output?: number;
  readonly vision?: boolean;
  /** Absent: none. */
  readonly thinking?: readonly string[];
  /** The provider's names for levels of thinking, where they are not ours. */
  readonly efforts?: Efforts;
  readonly price?: Price;
  /** Fields that the body of its requests is to have. */
  readonly options?: BodyOptions;
}

/** The provider's own names for levels of thinking, where they are not ours. */
export type Efforts = Readonly<Record<string, string>>;

/** What a person may say of a model in place of the catalog; of `maxOutput`, 0 says nothing. */
export interface ModelOverride extends Partial<Omit<ModelInfo, "reference" | "provider" | "id">> {
  /** Fields that the body of its requests is to have, as its provider names them; null takes one away. */
  readonly options?: BodyOptions;
}

/** What is known of a model; of one that the catalog lacks, that it may have no more than text. */
export const modelInfo = (provider: string, id: string, entry: CatalogModel = {}, override: ModelOverride = {}): ModelInfo => {
  const { options: _, maxOutput = 0, ...said } = override;
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
    ...said,
  };
};
