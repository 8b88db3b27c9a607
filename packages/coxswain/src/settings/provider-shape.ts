import { FIXED_FIELDS, type Price, THINKING_LEVELS } from "../model/index.ts";
import type { ModelSettings, ProviderSettings } from "./settings.ts";
import { nonNegative, boolean, jsonObject, array, object, oneOf, record, string, integer } from "./shapes.ts";

const rates = {
  input: { shape: nonNegative(), required: true, description: "Uncached input." },
  output: { shape: nonNegative(), required: true, description: "Output, including reasoning." },
  cacheRead: { shape: nonNegative(), description: "Input read from a cache." },
  cacheWrite: { shape: nonNegative(), description: "Input written to a cache." },
} as const;

const tier = object<NonNullable<Price["tiers"]>[number]>({
  above: { shape: integer(1), required: true, description: "Prompt tokens above which these prices apply." },
  ...rates,
});

/** Tools that run at the provider are appended to the request's own tools. */
const options = jsonObject(FIXED_FIELDS, ["tools"]);

export const modelShape = object<ModelSettings>({
  name: { shape: string("a name"), description: "Display name." },
  contextWindow: { shape: integer(1), description: "Maximum tokens of input and output together." },
  maxOutput: { shape: integer(1), description: "Maximum tokens of one response." },
  vision: { shape: boolean(), description: "True if it accepts images." },
  thinking: { shape: array(oneOf(THINKING_LEVELS)), description: "Supported thinking levels." },
  price: {
    shape: object<Price>({ ...rates, tiers: { shape: array(tier), description: "Other prices for long prompts, lowest limit first." } }),
    description: "USD per million tokens.",
  },
  options: {
    shape: options,
    description:
      "Additional fields of the request body, named as in the provider's API, for example `top_k`. They override those of " +
      "the provider; null removes a field.",
  },
});

export const providerShape = object<ProviderSettings>({
  baseURL: {
    shape: string("an http or https URL", /^https?:\/\/[^\s/]\S*$/),
    description: "Base URL of the API; for OpenAI Chat, the part before `/chat/completions`. Built-in providers have a default.",
  },
  api: {
    shape: oneOf(["openai-chat", "openai-responses", "anthropic", "google"]),
    description: "Wire protocol. Default: that of the built-in provider with this name, otherwise `openai-chat`.",
  },
  apiKeyEnv: {
    shape: string("the name of an environment variable", /^[A-Za-z_][A-Za-z0-9_]*$/),
    description: "Environment variable with the key. Default: that of the built-in provider with this name, otherwise no key is needed.",
  },
  headers: {
    shape: record(
      { expected: "the name of an HTTP header", pattern: /^[!#$%&'*+.^`|~\w-]+$/ },
      string("a string on one line", /^[\t\x20-\x7e]+$/),
    ),
    secret: true,
    description: "Headers sent with every request.",
  },
  models: {
    shape: record({ expected: "a model's name", pattern: /^\S+$/ }, modelShape),
    description: "Properties of its models, by the provider's model names. Other models can be used too.",
  },
  options: {
    shape: options,
    description:
      "Additional fields of every request body, named as in the provider's API, for example `service_tier`. null removes a field. " +
      "`tools` is a list of tools that run at the provider, in its own format; they are sent beside the runtime's.",
  },
});
