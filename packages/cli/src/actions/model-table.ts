import { columns, escapeLine } from "../output/index.ts";
import type { MarkedModel } from "./known-models.ts";
import { levels, price, tokens } from "./model-facts.ts";

/** Models below the names of their providers, in lines of 80 characters where their names allow it. */
export const modelTable = (models: readonly MarkedModel[]): string =>
  [...Map.groupBy(models, ({ info }) => info.provider)].map(([provider, own]) => `${heading(provider, own)}\n${rows(own)}`).join("\n");

const heading = (provider: string, models: readonly MarkedModel[]): string =>
  `${escapeLine(provider)}${models.some(({ available }) => available) ? "" : " (no key)"}`;

/** Window and price are figures. */
const FIGURES = [1, 2];

const rows = (models: readonly MarkedModel[]): string =>
  columns(
    models.map(({ info, marks }) => [
      `  ${escapeLine(info.id)}`,
      tokens(info.contextWindow),
      price(info.price),
      info.vision ? "images" : "",
      [levels(info), ...marks.map((mark) => `<- ${mark}`)].filter((text) => text !== "").join("  "),
    ]),
    FIGURES,
  );
