// Hooks of every run: one denies a tool call, one changes its arguments, and one asks the model for more.
import { allowAll, createRuntime, defineTool, fixedModels, memoryStore, scriptedModel, textOf } from "coxswain";
import { hookRegistry } from "coxswain/hooks";

import { z } from "zod";

const send = defineTool({
  name: "send",
  description: "Sends a letter.",
  inputSchema: z.object({ to: z.string(), text: z.string() }),
  effect: "network",
  execute: async ({ to, text }) => ({ content: [{ type: "text", text: `Sent to ${to}: ${text}` }] }),
});

const hooks = hookRegistry([
  {
    event: "pre_tool",
    name: "addresses",
    tools: ["send"],
    run: ({ input }) =>
      (input as { to: string }).to.endsWith("@example.com") ? undefined : { deny: "only addresses at example.com are allowed" },
  },
  {
    event: "pre_tool",
    name: "manners",
    tools: ["send"],
    run: ({ input }) => ({ input: { ...(input as object), text: `Dear Ada, ${(input as { text: string }).text}` } }),
  },
  {
    event: "turn_end",
    name: "signature",
    run: ({ last, continuations }) => (last && continuations === 0 ? { tell: "Add the name of the sender." } : undefined),
  },
]);

const model = scriptedModel([
  { calls: [{ name: "send", input: { to: "ada@elsewhere.org", text: "all is well." } }] },
  { calls: [{ name: "send", input: { to: "ada@example.com", text: "all is well." } }] },
  "It is sent.",
  "Grace signs it.",
]);
await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: [send], policy: allowAll(), hooks });
const session = await runtime.create({ model: model.info.reference });
await session.prompt("Write to Ada").outcome;

for (const { message } of session.entries.filter((entry) => entry.type === "message")) {
  const author = message.role === "user" ? (message.source ?? "person") : message.role;
  const text = textOf(message).replaceAll("\n\n", " ");
  if (text !== "") console.log(`${author}: ${text}`);
}
