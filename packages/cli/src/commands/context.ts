import type { CommandDeclaration } from "./declaration.ts";

export const CONTEXT = {
  summary: "Show the next request of a session, and its cost.",
  usage: ["cox context [ID]"],
  about:
    "Parts of the next request with estimated token counts, the largest items, the price with a warm and a cold cache, and the last cache miss; at a terminal with a picture of the context window. Default: the latest session of this folder. Sends nothing; the session may be open elsewhere.",
  options: { json: { help: "Print one JSON object with every item of the request." } },
  maxArguments: 1,
} as const satisfies CommandDeclaration;
