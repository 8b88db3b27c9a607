import { type Thinking, THINKING_LEVELS } from "../../model/index.ts";

/** Reasoning and parameters of an OpenAI model: https://platform.openai.com/docs/models */
export interface OpenAIModel {
  /** True if the model reasons. It receives developer messages, and its limit of output tokens includes its reasoning. */
  readonly reasons: boolean;
  /** The supported levels in ascending order; `off` if reasoning can be switched off. */
  readonly levels: readonly Thinking[];
  /** When the model accepts a temperature. */
  readonly temperature: "always" | "while_off" | "never";
  /** True if Chat Completions rejects tools of a model while it reasons. */
  readonly chatToolsNeedOff: boolean;
}

const PLAIN: OpenAIModel = { reasons: false, levels: THINKING_LEVELS, temperature: "always", chatToolsNeedOff: false };
const REASONING: OpenAIModel = { ...PLAIN, reasons: true, temperature: "never" };
const OPTIONAL: OpenAIModel = { ...REASONING, temperature: "while_off" };
const XHIGH = ["low", "medium", "high", "xhigh"] as const;

/** The sizes of a family that have its levels. Those of others, such as `-pro`, are not known. */
const SIZES = String.raw`(?:-(?:mini|nano|sol|luna|terra))?(?:-\d{4}-\d{2}-\d{2})?$`;

/** The first pattern that matches an ID counts. */
const MODELS: readonly (readonly [RegExp, OpenAIModel])[] = [
  [/^o\d+(?:-|$)/, REASONING],
  [/^gpt-(?:6\.1-terra|6-luna|6-sol)$/, { ...OPTIONAL, levels: ["off", ...XHIGH] }],
  [/^gpt-5-chat/, PLAIN],
  [/^gpt-\d+-chat/, { ...PLAIN, levels: XHIGH }],
  [/^gpt-(?:[6-9]|\d{2,})(?:\.\d+)?(?:-.+)?$/, { ...REASONING, levels: XHIGH }],
  [new RegExp(String.raw`^gpt-5\.(?:[6-9]|\d{2,})${SIZES}`), { ...OPTIONAL, levels: ["off", ...XHIGH], chatToolsNeedOff: true }],
  [/^gpt-5\.(?:[6-9]|\d{2,})(?:-.+)?$/, { ...OPTIONAL, chatToolsNeedOff: true }],
  [new RegExp(String.raw`^gpt-5\.[2-5]${SIZES}`), { ...OPTIONAL, levels: ["off", ...XHIGH] }],
  [new RegExp(String.raw`^gpt-5\.1${SIZES}`), { ...OPTIONAL, levels: ["off", "low", "medium", "high"] }],
  [/^gpt-5\.[1-5](?:-.+)?$/, OPTIONAL],
  [new RegExp(`^gpt-5${SIZES}`), { ...REASONING, levels: ["minimal", "low", "medium", "high"] }],
  [/^gpt-5(?:-.+)?$/, REASONING],
  [/^gpt-4o(?:-mini)?-search-preview/, { ...PLAIN, temperature: "never" }],
];

export const openAIModel = (id: string): OpenAIModel => MODELS.find(([pattern]) => pattern.test(id))?.[1] ?? PLAIN;

/** OpenAI's name for a thinking level. */
export type Effort = "none" | Exclude<Thinking, "off">;

/** Returns the effort for a level, else for the next lower level that reasons, else for the lowest one. */
export const effortOf = ({ levels }: OpenAIModel, thinking: Thinking): Effort => {
  if (levels.includes(thinking)) return thinking === "off" ? "none" : thinking;
  const reasoning = levels.filter((level) => level !== "off");
  const rank = THINKING_LEVELS.indexOf(thinking);
  return reasoning.findLast((level) => THINKING_LEVELS.indexOf(level) < rank) ?? reasoning[0] ?? "none";
};

/** Returns the temperature, unless the model rejects it. `effort` is undefined if none is sent. */
export const temperatureField = (
  model: OpenAIModel,
  effort: Effort | undefined,
  temperature: number | undefined,
): { readonly temperature?: number } => {
  const accepts = model.temperature === "always" || (model.temperature === "while_off" && effort === "none");
  return temperature !== undefined && accepts ? { temperature } : {};
};
