import { FIXED_FIELDS, type Price, THINKING_LEVELS } from "../model/index.ts";
import type {
  BudgetSettings,
  CompactionSettings,
  EnvironmentSettings,
  ModelSettings,
  ProviderSettings,
  RetentionSettings,
  RetrySettings,
  Settings,
  TimeoutSettings,
} from "./settings.ts";
import { freeObject } from "./json-shape.ts";
import { list, object, table } from "./object-shapes.ts";
import { amount, bool, oneOf, text, whole } from "./scalar-shapes.ts";
import type { Shape } from "./shape.ts";

const variable = () => text("the name of an environment variable", /^[A-Za-z_][A-Za-z0-9_]*$/);

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

const model = object<ModelSettings>({
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

const provider = object<ProviderSettings>({
  baseURL: {
    shape: text("an http or https URL", /^https?:\/\/[^\s/]\S*$/),
    description: "Where it listens: for OpenAI Chat all that comes before `/chat/completions`. A known provider has its own address.",
  },
  api: {
    shape: oneOf(["openai-chat", "openai-responses", "anthropic", "google"]),
    description: "The wire that it speaks. Default: that of the known provider of the name, else `openai-chat`.",
  },
  apiKeyEnv: {
    shape: variable(),
    description: "Environment variable that holds the key. Default: that of the known provider of the name, else it needs none.",
  },
  headers: {
    shape: table(
      { expected: "the name of an HTTP header", pattern: /^[!#$%&'*+.^`|~\w-]+$/ },
      text("a text on one line", /^[\t\x20-\x7e]+$/),
    ),
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

const environment = object<EnvironmentSettings>({
  allow: { shape: list(variable()), description: "Variables that commands are given although their names look like secrets." },
});

const timeouts = object<TimeoutSettings>({
  noBytesSeconds: { shape: whole(1), description: "Seconds that a response may bring no byte. Default: 60." },
  noContentSeconds: { shape: whole(1), description: "Seconds that it may bring bytes but no content. Default: 300." },
});

const retry = object<RetrySettings>({
  tries: { shape: whole(0), description: "How often one response is asked for again that fails for the moment; 0 for never. Default: 3." },
  baseSeconds: { shape: amount(), description: "Seconds before the first time; each further wait is twice as long. Default: 2." },
  capSeconds: { shape: amount(), description: "Seconds that a wait may take; a provider that asks for more ends the run. Default: 60." },
  budgetSeconds: {
    shape: amount(),
    description: "Seconds after a response's first failure in which it may be asked for again. Default: 600.",
  },
});

const compaction = object<CompactionSettings>({
  auto: {
    shape: oneOf(["off", "advisory", "auto"]),
    description:
      "`auto`: the conversation is compacted by itself once the window is nearly full. `advisory`: it is only said. Both help a request that is too long " +
      "by compacting once; `off` does nothing. Default: `auto`. `--no-compaction` is `off`.",
  },
  advisePercent: { shape: whole(0, 99), description: "Percent of the window at which it is said; 0 for never. Default: 80." },
  aboveTokens: { shape: whole(0), description: "Tokens above which it is compacted as well, 0 for no such limit. Default: 0." },
  keepTokens: {
    shape: whole(0),
    description: "Tokens of the latest messages that stay as they are. Default: 20000, and at most a quarter of the window.",
  },
  maxTokens: { shape: whole(0), description: "Tokens that a summary may have; 0 for 1024. Default: 4 % of the window, from 512 to 8192." },
});

const budget = object<BudgetSettings>({
  usd: { shape: amount(), description: "USD, as far as models' prices are known." },
  tokens: { shape: whole(0), description: "Tokens of requests and answers, those read from a cache too." },
  toolCalls: { shape: whole(0), description: "Tool calls that are run." },
  seconds: { shape: amount(), description: "Seconds from its beginning to its end." },
});

const retention = object<RetentionSettings>({
  days: {
    shape: whole(1),
    description: "Days after its last use when `cox sessions prune` moves a session to the trash. Default: sessions are kept for ever.",
  },
});

/** What `settings.json` has to be, and the words of its documentation. */
export const settingsShape: Shape<Settings> = object<Settings>({
  model: {
    shape: text("a model as provider/model"),
    description: "The model to ask, as `provider/model`, `sonnet` or `opus 4.5:high`. Default: one that there is a key for.",
  },
  thinking: { shape: oneOf(THINKING_LEVELS), description: "How much the model is to reason before it answers. Default: the model's own." },
  smallModel: {
    shape: text("a model as provider/model"),
    description: "The model for titles and summaries. Default: a small one of the model's provider, else the model itself.",
  },
  scopedModels: {
    shape: list(text("a model, or a pattern as claude-*")),
    description:
      "The models to go through, as `claude-*` or `gpt-6*:high`. The first that can be asked is the default where `model` says none.",
  },
  titles: {
    shape: bool(),
    userOnly: true,
    description: "Whether the small model gives new sessions titles. Default: true, but for servers of your own.",
  },
  fallbackModels: {
    shape: list(text("a model as provider/model")),
    userOnly: true,
    description:
      "Models that a run goes on with, in this order, when its own still cannot answer after all tries, or has no credit left. `--fallback-model` replaces them.",
  },
  maxTurns: {
    shape: whole(0),
    description: "Turns that one run may take, 0 for no limit. Default: 0. A project can lower your limit but not raise it.",
  },
  budget: {
    shape: budget,
    description: "What one run may spend, 0 for no limit. Default: no limits. A project can lower your limits but not raise them.",
  },
  allow: { shape: list(text("a tool's name")), userOnly: true, description: "Tools that run without asking. `--allow` adds to them." },
  providers: {
    shape: table({ expected: "lower-case letters, digits, dots and hyphens", pattern: /^[a-z0-9][a-z0-9.-]*$/ }, provider),
    userOnly: true,
    description: "Providers of your own, and other addresses of known ones, by the name that references to their models begin with.",
  },
  models: {
    shape: table({ expected: "a model as provider/model", pattern: /^[^\s/]+\/\S+$/ }, model),
    userOnly: true,
    description: "Corrections to the catalog of models, by `provider/model`.",
  },
  shellPrefix: { shape: text("a text"), description: "Put before every shell command, with a space between, as for aliases." },
  environment: { shape: environment, userOnly: true, description: "What of the environment commands are given." },
  retention: { shape: retention, userOnly: true, description: "How long sessions are kept. Nothing goes by itself." },
  cacheTtl: {
    shape: oneOf(["5m", "1h"]),
    description:
      "How long Anthropic's models, wherever they are served, are asked to keep what they have read of a conversation. An hour costs more to write, and " +
      "pays when you come back later than five minutes. Default: `5m`. Other providers keep what they have read for as long as they like.",
  },
  timeouts: { shape: timeouts, description: "When a model's response counts as stalled." },
  retry: { shape: retry, userOnly: true, description: "How often and how long a request is made again that fails for the moment." },
  compaction: {
    shape: compaction,
    description: "When a summary takes the place of a long conversation's older part. The log keeps all of it.",
  },
  maskSecrets: {
    shape: bool(),
    userOnly: true,
    description:
      "Whether tokens that are known by their shape are masked in what tools bring, before it is kept or the model sees it. Default: true. Your keys always are.",
  },
  toolExecution: {
    shape: oneOf(["sequential", "parallel"]),
    description: "Whether neighbouring calls that only read may run together. Default: `parallel`.",
  },
  steerMode: {
    shape: oneOf(["skip", "after-batch"]),
    description: "Whether steering skips the calls that have not started, or waits for them. Default: `skip`.",
  },
  onAbort: {
    shape: oneOf(["discard", "keep"]),
    description: "What becomes of a message that an abort cuts off. Default: `discard`.",
  },
  durability: {
    shape: oneOf(["full", "normal", "off"]),
    userOnly: true,
    description:
      "What of a session survives a loss of power: `full` all that was acted on, `normal` all but results, `off` what the system has written by " +
      "then; with `off` a run also goes on while there is no space. The end of the program alone loses nothing. Default: `full`.",
  },
});
