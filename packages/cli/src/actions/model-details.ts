import type { Price } from "coxswain/providers";
import { columns, escapeLine } from "../output/index.ts";
import type { MarkedModel } from "./known-models.ts";

/** Every known property of one model. */
export const modelDetails = ({ info, available, marks }: MarkedModel): string => {
  const { reference, name, contextWindow, maxOutput, vision, thinking, price } = info;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["name", escapeLine(name)],
    ["window", contextWindow === undefined ? "unknown" : `${figure(contextWindow)} tokens`],
    ["response", maxOutput === undefined ? "unknown" : `${figure(maxOutput)} tokens at most`],
    ["images", vision ? "yes" : "no"],
    ["thinking", thinking.length === 0 ? "no known levels" : thinking.join(", ")],
    ["price", price === undefined ? "unknown" : `${priceText(price)}, per million tokens`],
    ...(price?.tiers ?? []).map(({ above, ...dearer }): readonly [string, string] => [
      "",
      `for prompts of more than ${figure(above)} tokens ${priceText(dearer)}`,
    ]),
    ["marks", marks.length === 0 ? undefined : marks.join(", ")],
    ["key", available ? undefined : `none: cox auth set ${escapeLine(info.provider)}`],
  ];
  return `${escapeLine(reference)}\n${columns(facts.flatMap(([label, value]) => (value === undefined ? [] : [[`  ${label}`, value]])))}`;
};

const figure = (count: number): string => count.toLocaleString("en-US");

const priceText = ({ input, output, cacheRead, cacheWrite }: Omit<Price, "tiers">): string =>
  [
    `$${input} input`,
    `$${output} output`,
    ...(cacheRead === undefined ? [] : [`$${cacheRead} read from the cache`]),
    ...(cacheWrite === undefined ? [] : [`$${cacheWrite} written to it`]),
  ].join(", ");
