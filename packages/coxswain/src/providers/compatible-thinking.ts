import type { BodyOptions } from "./body-options.ts";
import type { Thinking } from "../model/index.ts";
import type { Efforts } from "./catalog.ts";

/** The body fields in which OpenAI Chat servers expect the thinking level. */
export type ThinkingStyle =
  /** `reasoning_effort`. */
  | "effort"
  /** `thinking: { type }` together with `reasoning_effort`: DeepSeek, Z.ai. */
  | "toggle-and-effort"
  /** `thinking: { type }` for models without levels, else `reasoning_effort`: Moonshot. */
  | "toggle-or-effort"
  /** `reasoning: { effort }`: OpenRouter. */
  | "reasoning-effort"
  /** `reasoning: { enabled }` together with `reasoning_effort`: Together. */
  | "reasoning-enabled";

/** Returns the body fields that set a thinking level. The effort "" marks a model that only supports on and off. */
export const thinkingFields = (style: ThinkingStyle, level: Thinking, efforts: Efforts): BodyOptions => {
  const on = level !== "off";
  const effort = efforts[level] ?? (on ? level : undefined);
  const named = effort === undefined || effort === "" ? {} : { reasoning_effort: effort };
  const toggle = { thinking: { type: on ? "enabled" : "disabled" } };
  switch (style) {
    case "effort":
      return named;
    case "toggle-and-effort":
      return on ? { ...toggle, ...named } : toggle;
    case "toggle-or-effort":
      return on && effort !== "" ? named : toggle;
    case "reasoning-effort":
      return { reasoning: { effort: effort ?? "none" } };
    case "reasoning-enabled":
      return { reasoning: { enabled: on }, ...(on ? named : {}) };
  }
};
