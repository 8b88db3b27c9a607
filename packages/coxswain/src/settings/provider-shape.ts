import { FIXED_FIELDS, type Price, THINKING_LEVELS } from "../model/index.ts";
import type { ModelSettings, ProviderSettings } from "./settings.ts";
import { amount, bool, freeObject, list, object, oneOf, table, text, whole } from "./shapes/index.ts";

const rates = {
  input: { shape: amount(), required: true, description: "Input that no cache held." },
  output: { shape: amount(), required: true, description: "Output, reasoning included." },
  cacheRead: { shape: amount(), description: "Input read from a cache." },
  cacheWrite: { shape: amount(), description: "Input written to a cache." },
} as const;

const tier = object<NonNullable<Price["tiers"]>[number]>({
  above: { shape: whole(1), required: true, description: "Tokens of the prompt above which these prices hold." },
  ...rates,
});

const options = freeObject(FIXED_FIELDS);

export const model = object<ModelSettings>({
  name: { shape: text("a name"), description: "Name for people." },
  contextWindow: { shape: whole(1), description: "Tokens of input and output together." },
  maxOutput: { shape: whole(1), description: "Tokens that one response may have." },
  vision: { shape: bool(), description: "Whether it takes images." },
  thinking: { shape: list(oneOf(THINKING_LEVELS)), description: "Levels of thinking that it can be asked for." },
  price: {
    shape: object<Price>({ ...rates, tiers: { shape: list(tier), description: "Other prices for long prompts, lowest limit first." } }),
    description: "USD per million tokens.",
  },
  options: {
    shape: options,
    description:
      "Fields of the body of its requests, as its provider names them, as `top_k`. They go before those of the provider; null takes one away.",
  },
});

export const provider = object<ProviderSettings>({
  baseURL: {
    shape: text("an http or https URL", /^https?:\/\/[^\s/]\S*$/),
    description: "Where it listens: for OpenAI Chat all that comes before `/chat/completions`. A known provider has its own address.",
  },
  api: {
    shape: oneOf(["openai-chat", "openai-responses", "anthropic", "google"]),
    description: "The wire that it speaks. Default: that of the known provider of the name, else `openai-chat`.",
  },
  apiKeyEnv: {
    shape: text("the name of an environment variable", /^[A-Za-z_][A-Za-z0-9_]*$/),
    description: "Environment variable that holds the key. Default: that of the known provider of the name, else it needs none.",
  },
  headers: {
    shape: table(
      { expected: "the name of an HTTP header", pattern: /^[!#$%&'*+.^`|~\w-]+$/ },
      text("a text on one line", /^[\t\x20-\x7e]+$/),
    ),
    secret: true,
    description: "Headers sent with every request.",
  },
  models: {
    shape: table({ expected: "a model's name", pattern: /^\S+$/ }, model),
    description: "What is known of its models, by their names there. Others can be asked all the same.",
  },
  options: {
    shape: options,
    description: "Fields of the body of each request, as the provider names them, as `service_tier`. null takes one away.",
  },
});
