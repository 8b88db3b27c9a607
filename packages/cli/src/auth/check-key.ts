import { type Models, providerModels } from "coxswain";
import { clampThinking } from "coxswain/providers";
import type { Configuration } from "../configuration/index.ts";
import type { KeyProvider } from "./key-provider.ts";

/** Result of a key check. */
export interface KeyCheck {
  /** `unknown`: the provider did not answer, or failed otherwise. */
  readonly verdict: "accepted" | "refused" | "unknown";
  /** Reason of the rejection, one line without the key. */
  readonly reason?: string;
}

/** Request timeout in milliseconds. */
const TIMEOUT = 30_000;

/** Requests one word from the provider's cheapest model, and aborts once the answer starts. */
export const checkKey = async (
  { name, cheapest, searches }: KeyProvider,
  models: Models,
  signal = AbortSignal.timeout(TIMEOUT),
): Promise<KeyCheck> => {
  if (searches === true) return { verdict: "unknown", reason: "a search provider's key is checked only by a search" };
  if (cheapest === undefined) return { verdict: "unknown", reason: "no model of this provider is known" };
  try {
    const model = await models.get(`${name}/${cheapest}`);
    const parts = model.stream({
      system: [],
      messages: [{ role: "user", content: [{ type: "text", text: "Say yes." }] }],
      tools: [],
      textOnly: true,
      thinking: clampThinking("off", model.info.thinking),
      maxOutputTokens: 16,
      signal,
    });
    for await (const _ of parts) break;
    return { verdict: "accepted" };
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    const refused = error.code === "auth" || error.code === "missing_api_key";
    return {
      verdict: refused ? "refused" : "unknown",
      reason: error.code === "aborted" ? "the provider did not respond in time" : error.message,
    };
  }
};

/** Checks a key that is not saved yet. Keys in the environment are not used. */
export const checkNewKey = (provider: KeyProvider, key: string, { providers }: Pick<Configuration, "providers">): Promise<KeyCheck> => {
  const env = Object.fromEntries(Object.entries(providers.env).filter(([name]) => !provider.keyEnv.includes(name)));
  return checkKey(provider, providerModels({ ...providers, env, keys: () => key }));
};
