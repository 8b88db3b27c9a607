import type { ReasoningRules } from "../model/index.ts";
import { type ChatReasoning, geminiModel } from "./wires/index.ts";

const ALL_REFUSED: ReasoningRules = { run: "refused", calls: "refused", answers: "refused" };
const ALL_TOLERATED: ReasoningRules = { run: "tolerated", calls: "tolerated", answers: "tolerated" };
const CALLS_DEMANDED: ReasoningRules = { run: "demanded", calls: "demanded", answers: "tolerated" };
const ALL_DEMANDED: ReasoningRules = { run: "demanded", calls: "demanded", answers: "demanded" };

/**
 * The servers that speak OpenAI Chat, by their documentation of reasoning in requests. Anthropic, OpenAI Responses and Gemini
 * tolerate all reasoning: https://platform.claude.com/docs/en/build-with-claude/extended-thinking,
 * https://platform.openai.com/docs/guides/reasoning, https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const ROWS = {
  /**
   * Servers without a row. Z.ai ignores the reasoning of earlier turns: https://docs.z.ai/guides/capabilities/thinking-mode
   */
  tolerating: { rules: ALL_TOLERATED },
  /**
   * Fields that the API does not have: OpenAI (https://platform.openai.com/docs/api-reference/chat/create), Mistral
   * (https://docs.mistral.ai/api), Groq (GroqDocs, "Reasoning"), Cerebras
   * (https://inference-docs.cerebras.ai/capabilities/reasoning).
   */
  refusing: { rules: ALL_REFUSED },
  /**
   * With tools in a request, DeepSeek rejects responses without their reasoning, also after their turn; without tools it ignores
   * all of it: https://api-docs.deepseek.com/guides/thinking_mode. It accepts an empty text.
   */
  deepseek: { rules: ALL_DEMANDED, standIn: () => ({ reasoning_content: "" }) },
  /**
   * Kimi models reject calls without their reasoning, also after their turn. They reject an empty text too:
   * https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model
   */
  moonshot: { rules: CALLS_DEMANDED, standIn: () => ({ reasoning_content: " " }) },
  /** https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning */
  openrouter: { rules: CALLS_DEMANDED },
  /**
   * Gemini rejects calls without a thought signature. OpenRouter has it in a block, and Gemini accepts this one in place of
   * another model's: https://ai.google.dev/gemini-api/docs/thought-signatures
   */
  openrouterGemini: {
    rules: CALLS_DEMANDED,
    standIn: ([id]) => ({
      reasoning_details: [
        { type: "reasoning.encrypted", id, data: "skip_thought_signature_validator", format: "google-gemini-v1", index: 0 },
      ],
    }),
  },
} as const satisfies Readonly<Record<string, ChatReasoning>>;

/** A server's rules. `openrouter`: those of a model's own provider, behind OpenRouter. */
export type ReasoningDialect = "refusing" | "deepseek" | "moonshot" | "openrouter";

/** Returns the rules of a server for one of its models. Default: those of the model's family, if it is known. */
export const chatReasoning = (dialect?: ReasoningDialect, id = ""): ChatReasoning => {
  switch (dialect) {
    case "openrouter":
      return ofFamily(id) ?? (geminiModel(id).signedCalls ? ROWS.openrouterGemini : ROWS.openrouter);
    case undefined:
      // Other gateways forward Gemini's blocks too, but not every one accepts a block that it did not send.
      return ofFamily(id) ?? (geminiModel(id).signedCalls ? ROWS.openrouter : ROWS.tolerating);
    default:
      return ROWS[dialect];
  }
};

/** Other servers forward requests to a family's own provider, or run its models themselves and tolerate what it demands. */
const ofFamily = (id: string): ChatReasoning | undefined => {
  if (/deepseek/i.test(id)) return ROWS.deepseek;
  return /kimi/i.test(id) ? ROWS.moonshot : undefined;
};
