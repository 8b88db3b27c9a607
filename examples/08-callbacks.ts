// An agent that tells callbacks what it does: for a screen, for a command without one, and by topics for whoever reads along.
import {
  allowAll,
  createRuntime,
  DEFAULT_SYSTEM_PROMPT,
  DefaultAgent,
  defineTool,
  fixedModels,
  memoryStore,
  scriptedModel,
  textResult,
  topicsOf,
} from "coxswain";
import { z } from "zod";

const tide = defineTool({
  name: "tide",
  description: "Tells when the tide is high in a town.",
  input: z.object({ town: z.string() }),
  effect: "read",
  run: async ({ town }) => textResult(town === "Kiel" ? "at 14:05" : "unknown"),
});

// Made once, where the program begins.
const model = scriptedModel(
  [{ text: "Let me look.", calls: [{ name: "tide", input: { town: "Kiel" } }] }, "High tide in Kiel is at 14:05.", "You are welcome."],
  { chunk: 64 },
);
const runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), policy: allowAll() });
const agent = new DefaultAgent({ runtime, model: model.info.reference, systemPrompt: DEFAULT_SYSTEM_PROMPT, tools: [tide] });

// A panel that follows what tools do, in all sessions.
const panel: string[] = [];
const following = (async () => {
  for await (const event of topicsOf(runtime).tool()) panel.push(event.type);
})();

// A chat page.
await agent.send(
  "When is high tide in Kiel?",
  {},
  {
    onTextDelta: (text) => console.log(`text: ${text}`),
    onToolCall: ({ name, input }) => console.log(`running: ${name} ${input}`),
    onToolResult: ({ content, isError }) => console.log(`${isError ? "failed" : "result"}: ${content}`),
    onComplete: () => console.log("complete"),
    onError: ({ message }) => console.log(`error: ${message}`),
  },
);

// A command: the answer alone, in a session of its own.
const { id } = await agent.sessions.create("Thanks");
let answer = "";
await agent.send("Thank you.", { sessionId: id, maxTokens: 1_000 }, { onTextDelta: (text) => (answer += text) });
console.log(`answer: ${answer}`);

await runtime.close();
await following;
console.log(`panel: ${panel.join(", ")}`);
