import { anthropic } from "./anthropic.ts";
import { gemini } from "./gemini.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { Wire } from "./request.ts";
import type { WireFormat } from "./wire.ts";

export interface Route {
  readonly wire: Wire;
  readonly format: WireFormat;
  /** The model, if the path contains it. */
  readonly model?: string;
}

/** Returns the wire of a path. */
export const routeOf = (path: string): Route | undefined => {
  const [pathname = ""] = path.split("?", 1);
  const model = /^\/v1beta\/models\/([^/:]+):streamGenerateContent$/.exec(pathname)?.[1];
  return model === undefined ? ROUTES[pathname] : { wire: "gemini", format: gemini, model: decodeURIComponent(model) };
};

const ROUTES: Readonly<Record<string, Route>> = {
  "/v1/messages": { wire: "anthropic", format: anthropic },
  "/v1/chat/completions": { wire: "openai-chat", format: openaiChat },
  "/v1/responses": { wire: "openai-responses", format: openaiResponses },
};
