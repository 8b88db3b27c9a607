// One request through `providerModels` alone, to separate the cost of a session from the provider's.
import { providerModels } from "coxswain";

const model = await providerModels({ env: process.env }).get("anthropic/claude-sonnet-5-5");
const stream = model.stream({
  system: [],
  messages: [{ role: "user", content: [{ type: "text", text: "Go." }] }],
  tools: [],
  thinking: "off",
  maxOutputTokens: 8192,
  signal: new AbortController().signal,
});
let last;
for await (const part of stream) last = part.type;
if (last !== "finish") throw new Error(`The stream ended with ${last}.`);
