import { asRecord, type UnknownRecord } from "../../base/index.ts";
import { addUsage, NO_USAGE, type Usage, usageFrom } from "../../model/index.ts";
import { listOf, numberOf } from "./fields.ts";

/** Usage of a response, and of its last pass if there were several. */
export interface AnthropicUsage {
  readonly usage: Usage;
  readonly lastPass?: Usage;
}

/**
 * Returns the usage that a message reports, added to that of the requests before it, if the response was paused.
 *
 * @param hasProviderTools true if tools ran at the provider: each of their results is another pass
 */
export const usageOf = (reported: UnknownRecord, hasProviderTools: boolean, before?: AnthropicUsage): AnthropicUsage => {
  const { input, output } = tokensOf(reported);
  const usage = usageFrom({
    input,
    cacheRead: reported["cache_read_input_tokens"],
    cacheWrite: reported["cache_creation_input_tokens"],
    output,
    reasoning: asRecord(reported["output_tokens_details"])["thinking_tokens"],
  });
  const last = lastPassOf(reported, hasProviderTools);
  if (before === undefined) return { usage, ...(last === undefined ? {} : { lastPass: last }) };
  return { usage: addUsage(before.usage, usage), lastPass: last ?? usage };
};

/** A response of several passes reports each pass. Sums the model's own passes, unless a fallback model took part. */
const tokensOf = (reported: UnknownRecord): { readonly input: unknown; readonly output: unknown } => {
  const { input_tokens: input, output_tokens: output } = reported;
  const own = ownPasses(reported);
  if (own.length === 0) return { input, output };
  const sum = (name: string): number => own.reduce((total, pass) => total + numberOf(pass[name]), 0);
  return { input: sum("input_tokens"), output: sum("output_tokens") };
};

const ownPasses = ({ iterations }: UnknownRecord): readonly UnknownRecord[] => {
  const passes = listOf(iterations).map(asRecord);
  if (passes.some(({ type }) => type === "fallback_message")) return [];
  return passes.filter(({ type }) => type === "compaction" || type === "message");
};

/** Returns undefined if there was one pass, and no usage if the last pass is not reported. */
const lastPassOf = (reported: UnknownRecord, hasProviderTools: boolean): Usage | undefined => {
  const own = ownPasses(reported);
  const last = own.findLast(({ type }) => type === "message");
  if (own.length > 1 && last !== undefined) {
    return usageFrom({
      input: last["input_tokens"],
      cacheRead: last["cache_read_input_tokens"],
      cacheWrite: last["cache_creation_input_tokens"],
      output: last["output_tokens"],
    });
  }
  const isSummed = hasProviderTools || own.some(({ type }) => type === "compaction");
  return isSummed ? NO_USAGE : undefined;
};
