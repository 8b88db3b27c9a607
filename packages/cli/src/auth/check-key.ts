import { type Models } from "coxswain";
import { clampThinking } from "coxswain/providers";
import type { KeyHolder } from "./key-holder.ts";

/** What a provider said to a key. */
export interface KeyCheck {
  /** `unknown`: it could not be asked, or said something else. */
  readonly verdict: "accepted" | "refused" | "unknown";
  /** Why it was not accepted, one line without the key. */
  readonly reason?: string;
}

/** Milliseconds that a provider may take. */
const PATIENCE = 30_000;

/** Asks the provider's cheapest model for one word, and goes at its beginning. */
export const checkKey = async (
  { name, cheapest, searches }: KeyHolder,
  models: Models,
  signal = AbortSignal.timeout(PATIENCE),
): Promise<KeyCheck> => {
  if (searches === true) return { verdict: "unknown", reason: "it is asked by a search alone" };
  if (cheapest === undefined) return { verdict: "unknown", reason: "no model of it is known that could be asked" };
  try {
    const model = await models.get(`${name}/${cheapest}`);
    const parts = model.stream({
      system: [],
      messages: [{ role: "user", content: [{ type: "text", text: "Say yes." }] }],
      tools: [],
      thinking: clampThinking("off", model.info.thinking),
      maxOutputTokens: 16,
      signal,
    });
    for await (const _ of parts) break;
    return { verdict: "accepted" };
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    const refused = error.code === "auth" || error.code === "missing_api_key";
    return { verdict: refused ? "refused" : "unknown", reason: error.code === "aborted" ? "it did not answer in time" : error.message };
  }
};
