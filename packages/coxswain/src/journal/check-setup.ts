import type { Setup } from "./setup.ts";

/**
 * What a session is made with may come from anybody, and no compiler has seen it: in the log a wrong value would fail every run. Which values a kind may
 * have, its readers judge.
 * @throws {TypeError}
 */
export const checkSetup = (setup: Setup): void => {
  const given: Readonly<Record<string, unknown>> = { ...setup };
  if (typeof setup.model !== "string") throw new TypeError("A session is made with a model: `model` has to be its reference.");
  for (const [name, [isKind, kind]] of Object.entries(KINDS)) {
    if (given[name] !== undefined && !isKind(given[name]))
      throw new TypeError(`A session cannot be made with this \`${name}\`: it has to be ${kind}.`);
  }
};

type Kind = readonly [is: (value: unknown) => boolean, inWords: string];

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

const TEXT: Kind = [(value) => typeof value === "string", "a text"];
const TEXTS: Kind = [(value) => Array.isArray(value) && value.every((one) => typeof one === "string"), "a list of texts"];
const NUMBER: Kind = [(value) => typeof value === "number" && !Number.isNaN(value), "a number"];
const FLAG: Kind = [(value) => typeof value === "boolean", "true or false"];
const OBJECT: Kind = [isObject, "an object"];
const OBJECTS: Kind = [(value) => isObject(value) && Object.values(value as object).every(isObject), "an object of objects"];

const objectOf = (kinds: Readonly<Record<string, Kind>>): Kind => [
  (value) =>
    isObject(value) && Object.entries(value as object).every(([name, one]) => one === undefined || (kinds[name]?.[0](one) ?? true)),
  `an object, ${Object.entries(kinds)
    .map(([name, [, kind]]) => `its ${name} ${kind}`)
    .join(", ")}`,
];

const KINDS: Readonly<Record<Exclude<keyof Setup, "model">, Kind>> = {
  smallModel: TEXT,
  fallbackModels: TEXTS,
  retry: objectOf({ tries: NUMBER, baseMs: NUMBER, capMs: NUMBER, budgetMs: NUMBER, jitter: FLAG }),
  thinking: TEXT,
  systemPrefix: TEXT,
  instructions: TEXT,
  systemPrompt: TEXT,
  tools: TEXTS,
  maxTurns: NUMBER,
  budget: OBJECT,
  maxOutputTokens: NUMBER,
  temperature: NUMBER,
  providerOptions: OBJECTS,
  reasoning: TEXT,
  title: TEXT,
  titles: FLAG,
  compaction: objectOf({ auto: TEXT, advisePercent: NUMBER, aboveTokens: NUMBER, keepTokens: NUMBER, maxTokens: NUMBER }),
  toolExecution: TEXT,
  steerMode: TEXT,
  onAbort: TEXT,
  onDeny: TEXT,
};
