import type { Thinking } from "../../model/index.ts";
import type { BodyOptions } from "../body-options.ts";
import { thinkingBudget } from "./thinking-budget.ts";

/** Limits and thinking of a Claude model: https://platform.claude.com/docs/en/about-claude/models/overview */
export interface ClaudeModel {
  /** The maximum of `max_tokens`. */
  readonly maxOutput: number;
  /** False if `maxOutput` is only an assumption, which limits no request. */
  readonly isKnown: boolean;
  /** `budget`: a number of tokens. Other models think adaptively, by an effort of at most `high` or `xhigh`. */
  readonly thinking: "budget" | "high" | "xhigh";
  /** The request for the level `off`: some models always think. */
  readonly off: "disabled" | "between_tools" | "low_effort";
  /** True if the model accepts a temperature while it does not think. */
  readonly sampling: boolean;
}

const BUDGET: ClaudeModel = { maxOutput: 64_000, isKnown: true, thinking: "budget", off: "disabled", sampling: true };
const ADAPTIVE: ClaudeModel = { ...BUDGET, maxOutput: 128_000, thinking: "high" };
const CURRENT: ClaudeModel = { ...ADAPTIVE, thinking: "xhigh", sampling: false };
const UNKNOWN: ClaudeModel = { ...BUDGET, maxOutput: 4096, isKnown: false };

/** The first pattern that matches an ID counts. */
const MODELS: readonly (readonly [RegExp, ClaudeModel])[] = [
  [/claude-sonnet-5-5/, { ...CURRENT, off: "between_tools" }],
  [/claude-opus-5-5|claude-fable-5/, { ...CURRENT, off: "low_effort" }],
  [/claude-(?:haiku-5-5|opus-5|opus-4-[78]|sonnet-5)/, CURRENT],
  [/claude-(?:sonnet|opus)-4-6/, ADAPTIVE],
  [/claude-(?:sonnet|opus|haiku)-4-5/, BUDGET],
  [/claude-opus-4-1/, { ...BUDGET, maxOutput: 32_000 }],
  [/claude-sonnet-4[-@]/, BUDGET],
  [/claude-opus-4[-@]/, { ...BUDGET, maxOutput: 32_000 }],
  [/claude-3-haiku/, { ...BUDGET, maxOutput: 4096 }],
  [/claude-(?:instant(?:-|$)|v?2(?=$|[-.:])|3(?=$|[-.]))/, UNKNOWN],
  // A newer model than this table.
  [/claude-/, { ...CURRENT, isKnown: false }],
];

export const claudeModel = (id: string): ClaudeModel => MODELS.find(([pattern]) => pattern.test(id))?.[1] ?? UNKNOWN;

/** The body fields of a thinking level, with `max_tokens` and the temperature, which depend on it. */
export const samplingFields = (
  { maxOutput, isKnown, sampling, ...model }: ClaudeModel,
  thinking: Thinking | undefined,
  { maxOutputTokens, temperature }: { readonly maxOutputTokens: number; readonly temperature?: number },
): BodyOptions => {
  const fields = thinking === undefined ? {} : thinkingFields({ ...model, maxOutput }, thinking);
  const { type = "disabled", budget_tokens: budget = 0 } = fields.thinking ?? {};
  const tokens = maxOutputTokens + budget;
  const accepts = temperature !== undefined && sampling && type === "disabled";
  return {
    max_tokens: isKnown ? Math.min(tokens, maxOutput) : tokens,
    ...(accepts ? { temperature: Math.min(1, Math.max(0, temperature)) } : {}),
    ...fields,
  };
};

interface ThinkingFields {
  readonly thinking?: { readonly type: string; readonly budget_tokens?: number; readonly display?: string };
  readonly output_config?: { readonly effort: string };
}

const thinkingFields = (
  { thinking, off, maxOutput }: Pick<ClaudeModel, "thinking" | "off" | "maxOutput">,
  level: Thinking,
): ThinkingFields => {
  if (level === "off") return off === "low_effort" ? { output_config: { effort: "low" } } : { thinking: { type: off } };
  if (thinking === "budget") return { thinking: { type: "enabled", budget_tokens: budgetOf(level, maxOutput) } };
  const effort = level === "minimal" ? "low" : level === "xhigh" ? thinking : level;
  // Without `display`, these models return no text of their thoughts.
  return { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort } };
};

const MIN_BUDGET = 1024;

const budgetOf = (level: Thinking, maxOutput: number): number => thinkingBudget(level, maxOutput, { min: MIN_BUDGET, max: maxOutput });
