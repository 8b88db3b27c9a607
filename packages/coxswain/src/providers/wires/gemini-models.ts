import { clampThinking, type Thinking } from "../../model/index.ts";
import type { BodyOptions } from "../body-options.ts";
import { type BudgetLimits, thinkingBudget } from "./thinking-budget.ts";

/** Properties of a model of the Gemini API: https://ai.google.dev/gemini-api/docs/models */
export interface GeminiModel {
  /** False if the system prompt is the beginning of the first message, because the model has no system instruction. */
  readonly systemInstruction: boolean;
  /** True if a function response contains its images. They follow it otherwise. */
  readonly imagesInResults: boolean;
  /** True if the API rejects a message whose first call has no thought signature. */
  readonly signedCalls: boolean;
  /** The supported levels in order, or the limits of a budget. */
  readonly thinking: readonly Thinking[] | BudgetLimits;
}

const OTHER: GeminiModel = {
  systemInstruction: true,
  imagesInResults: false,
  signedCalls: false,
  thinking: { min: 0, max: 24_576 },
};
const CURRENT: GeminiModel = {
  ...OTHER,
  imagesInResults: true,
  signedCalls: true,
  thinking: ["minimal", "low", "medium", "high"],
};
const WITHOUT_MINIMAL: GeminiModel = { ...CURRENT, thinking: ["low", "medium", "high"] };

/** The first pattern that matches an ID counts. */
const MODELS: readonly (readonly [RegExp, GeminiModel])[] = [
  [/^gemma-/i, { ...OTHER, systemInstruction: false }],
  [/gemini-3-pro-image/, { ...CURRENT, thinking: { min: 0, max: 32_768 } }],
  [/2\.5-pro/i, { ...OTHER, thinking: { min: 128, max: 32_768 } }],
  [/(?:^|[/.])gemini-(?:[12](?:[.-]|$)|pro(?:-vision)?$|robotics-er-1\.5(?:[.-]|$))/i, OTHER],
  [/(?:^|[/.])gemini-4-hydrogen(?:-|$)/i, { ...CURRENT, thinking: ["low", "medium", "high", "xhigh"] }],
  [/(?:^|[/.])gemini-flash-latest$/i, WITHOUT_MINIMAL],
  [/(?:^|[/.])gemini-(?:[3-9]|[1-9]\d+)(?:\.\d+)?-pro(?:-|$)/i, WITHOUT_MINIMAL],
  [/(?:^|[/.])gemini-(?:3\.(?:[7-9]|\d{2,})|(?:[4-9]|[1-9]\d+)\.\d+)-flash(?!-lite(?:-|$))(?:-|$)/i, WITHOUT_MINIMAL],
  // Aliases, and newer models than this table.
  [/(?:^|[/.])gemini-/i, CURRENT],
];

export const geminiModel = (id: string): GeminiModel => MODELS.find(([pattern]) => pattern.test(id))?.[1] ?? OTHER;

/** Returns the `thinkingConfig` of a level. Models with levels never stop thinking: `off` is their lowest. */
export const thinkingConfig = ({ thinking }: GeminiModel, level: Thinking): BodyOptions => ({
  ...("min" in thinking
    ? { thinkingBudget: thinkingBudget(level, OUTPUT_LIMIT, thinking) }
    : { thinkingLevel: clampThinking(level, thinking) }),
  ...(level === "off" ? {} : { includeThoughts: true }),
});

/** The output limit of most models, of which a budget is a share. */
const OUTPUT_LIMIT = 65_536;
