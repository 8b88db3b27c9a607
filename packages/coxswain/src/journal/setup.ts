import type { Budget, LoopOptions } from "../loop/index.ts";
import type { Thinking } from "../model/index.ts";
import type { CompactionOptions } from "./compaction-options.ts";

/** Configuration of a session as plain data: the first entry of its log, so that any process can reopen it. */
export interface Setup extends Omit<LoopOptions, "stopWhen" | "claimCall"> {
  /** Reference of the model, as `anthropic/claude-sonnet-4-5`. */
  readonly model: string;
  /** True if the model was passed as an object, which opening the session needs again. Default: false. */
  readonly modelObject?: boolean;
  /** Reference of the model for titles and summaries. Default: a small one of the model's provider, else the model itself. */
  readonly smallModel?: string;
  /** References of the models that a run switches to, in this order, when a model fails permanently. Default: none. */
  readonly fallbackModels?: readonly string[];
  /** Retries of requests that fail temporarily. */
  readonly retry?: RetryOptions;
  /** Default: `off`. Rounded to the nearest level that the model supports. */
  readonly thinking?: Thinking;
  /** First block of the system prompt. Default: none. */
  readonly systemPrefix?: string;
  /** Added to the system prompt. */
  readonly instructions?: string;
  /** Replaces `DEFAULT_SYSTEM_PROMPT`, the base of the system prompt. */
  readonly systemPrompt?: string;
  /** Names of the tools that the model may call. Default: all tools of the runtime. */
  readonly tools?: readonly string[];
  /** Turns of one run; 0: unlimited. Default: 0. */
  readonly maxTurns?: number;
  /** Limits over all runs and branches. Default: none. */
  readonly budget?: Budget;
  /** Tokens of one response. Default: the catalog's value for the model, else 8192. */
  readonly maxOutputTokens?: number;
  /** Default: the model's own. */
  readonly temperature?: number;
  /**
   * Additional fields of request bodies in the provider's names, by provider: `{ openai: { service_tier:
   * "flex" } }`. Default: the options of `providerModels`, which these override.
   */
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /**
   * Reasoning that requests repeat to the model that wrote it: none, that of the active run and what its provider demands of
   * earlier ones, or all. Default: `run`.
   */
  readonly reasoning?: "never" | "run" | "sameModel";
  readonly title?: string;
  /** If true, the small model writes a title at the first prompt of a session without one. Default: false. */
  readonly titles?: boolean;
  /** When to replace the older part of the conversation with a summary. */
  readonly compaction?: CompactionOptions;
}

/** Retries of requests that fail temporarily. */
export interface RetryOptions {
  /** Retries per response; 0: none. Default: 3. */
  readonly tries?: number;
  /** Milliseconds before the first retry; the delay doubles each time. Default: 2000. */
  readonly baseMs?: number;
  /** Maximum delay in milliseconds, even if the provider requests more. Default: 60,000. */
  readonly capMs?: number;
  /** Milliseconds after the first failure of a response in which retries may start. Default: 600,000. */
  readonly budgetMs?: number;
  /** Randomize delays, so that clients that failed together do not retry together. Default: true. */
  readonly jitter?: boolean;
}

/**
 * Validates the types of a setup: callers without a compiler may pass anything, and a wrong value in the log would fail every run. The
 * readers of a value check its range.
 * @throws {TypeError}
 */
export const assertValidSetup = (setup: Setup): void => {
  const fault = setupFault(setup);
  if (fault !== undefined) throw new TypeError(fault);
};

/** Returns whether a stored setup has the types of one. */
export const isValidSetup = (setup: unknown): boolean => isObject(setup) && setupFault(setup as Setup) === undefined;

const setupFault = (setup: Setup): string | undefined => {
  const fields: Readonly<Record<string, unknown>> = { ...setup };
  if (typeof setup.model !== "string") return "Invalid `model`: expected the reference of a model.";
  for (const [name, [isKind, kind]] of Object.entries(KINDS))
    if (fields[name] !== undefined && !isKind(fields[name])) return `Invalid \`${name}\`: expected ${kind}.`;
  return undefined;
};

type Kind = readonly [is: (value: unknown) => boolean, description: string];

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

const STRING: Kind = [(value) => typeof value === "string", "a string"];
const STRINGS: Kind = [(value) => Array.isArray(value) && value.every((one) => typeof one === "string"), "an array of strings"];
const NUMBER: Kind = [(value) => typeof value === "number" && !Number.isNaN(value), "a number"];
const BOOLEAN: Kind = [(value) => typeof value === "boolean", "a boolean"];
const OBJECT: Kind = [isObject, "an object"];
const OBJECTS: Kind = [(value) => isObject(value) && Object.values(value as object).every(isObject), "an object of objects"];

const objectOf = (kinds: Readonly<Record<string, Kind>>): Kind => [
  (value) =>
    isObject(value) && Object.entries(value as object).every(([name, one]) => one === undefined || (kinds[name]?.[0](one) ?? true)),
  `an object with ${Object.entries(kinds)
    .map(([name, [, kind]]) => `\`${name}\`: ${kind}`)
    .join(", ")}`,
];

const KINDS: Readonly<Record<Exclude<keyof Setup, "model">, Kind>> = {
  modelObject: BOOLEAN,
  smallModel: STRING,
  fallbackModels: STRINGS,
  retry: objectOf({ tries: NUMBER, baseMs: NUMBER, capMs: NUMBER, budgetMs: NUMBER, jitter: BOOLEAN }),
  thinking: STRING,
  systemPrefix: STRING,
  instructions: STRING,
  systemPrompt: STRING,
  tools: STRINGS,
  maxTurns: NUMBER,
  budget: OBJECT,
  maxOutputTokens: NUMBER,
  temperature: NUMBER,
  providerOptions: OBJECTS,
  reasoning: STRING,
  title: STRING,
  titles: BOOLEAN,
  compaction: objectOf({
    auto: STRING,
    background: BOOLEAN,
    advisePercent: NUMBER,
    aboveTokens: NUMBER,
    keepTokens: NUMBER,
    maxTokens: NUMBER,
  }),
  toolExecution: STRING,
  steerMode: STRING,
  onAbort: STRING,
  onDeny: STRING,
};
