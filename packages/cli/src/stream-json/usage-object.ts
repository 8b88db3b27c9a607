import type { Usage } from "coxswain";

/** Usage in the format of Anthropic's Messages API. */
export const usageObject = ({ input, output, cacheRead, cacheWrite }: Usage) => ({
  input_tokens: input,
  cache_creation_input_tokens: cacheWrite,
  cache_read_input_tokens: cacheRead,
  output_tokens: output,
});
