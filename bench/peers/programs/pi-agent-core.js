// The conversations of the bare client with pi's Agent. Argument: the number at a time.
import { Agent } from "@earendil-works/pi-agent-core";
import { createModels } from "@earendil-works/pi-ai";
import { anthropicProvider } from "@earendil-works/pi-ai/providers/anthropic";

const models = createModels();
models.setProvider(anthropicProvider());
const listed = models.getModel("anthropic", "claude-sonnet-4-6");
if (listed === undefined) throw new Error("The model is unknown.");
const model = { ...listed, baseUrl: process.env["ANTHROPIC_BASE_URL"] ?? "" };

const noop = {
  name: "noop",
  label: "noop",
  description: "Does nothing.",
  parameters: { type: "object", properties: { n: { type: "number" } } },
  execute: async () => ({ content: [{ type: "text", text: "ok" }], details: {} }),
};

const converse = async () => {
  const agent = new Agent({ initialState: { model, tools: [noop] }, streamFn: models.streamSimple.bind(models) });
  // Read as a screen does.
  agent.subscribe(() => {});
  await agent.prompt("Go.");
  if (agent.state.errorMessage !== undefined) throw new Error(agent.state.errorMessage);
};

await Promise.all(Array.from({ length: Number(process.argv[2]) }, converse));
