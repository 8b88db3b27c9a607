// Many sessions, addressed by id: messages to a busy session wait, a bus emits events, and a plugin injects a message.
import { allowAll, createRuntime, defineTool, fixedModels, memoryStore, scriptedModel, textOf, textResult } from "coxswain";
import { busOf, Orchestrator } from "coxswain/facades";
import { z } from "zod";

const build = defineTool({
  name: "build",
  description: "Builds the project.",
  inputSchema: z.object({}),
  effect: "execute",
  async execute() {
    // Sent during the run: returns null at once, and starts another run afterwards.
    console.log("sent:", await agent.send(session.id, "And the tests?"));
    console.log("waiting:", await agent.queuedPrompts(session.id));
    return textResult("Built.");
  },
});

const model = scriptedModel(
  [
    { reasoning: "A build is asked for.", text: "I build it.", calls: [{ name: "build", input: {} }], usage: { input: 1_000 }, cost: 0.25 },
    { text: "It is built.", usage: { input: 1_100 }, cost: 0.25 },
    { text: "They pass.", usage: { input: 1_200 }, cost: 0.25 },
    { text: "Noted.", usage: { input: 1_300 }, cost: 0.25 },
  ],
  { chunk: 64, info: { contextWindow: 10_000 } },
);
const models = fixedModels(model);

const runtime = createRuntime({ store: memoryStore(), models, tools: [build], policy: allowAll() });
const session = await runtime.create({ model: model.info.reference });
await using agent = new Orchestrator({ runtime, models, model: model.info.reference });
const bus = busOf(runtime).subscribe({ session: session.id, buffer: 1_000 });

const sent = agent.send(session.id, "Build it.");

let completed = 0;
for await (const event of bus) {
  switch (event.type) {
    case "message_appended":
      console.log(`appended: ${event.message.role}: ${textOf(event.message)}`);
      break;
    case "assistant_text_delta":
    case "assistant_thinking_delta":
      console.log(`${event.type}: ${event.text}`);
      break;
    case "tool_call_requested":
      console.log("requested:", event.call.name);
      break;
    case "queue_changed":
      console.log("queue:", event.depth);
      break;
    case "cost_updated":
      console.log(`cost: ${event.sessionUsd.toFixed(2)} USD`);
      break;
    case "context_usage_updated":
      console.log(`context: ${Math.round(event.pctUsed * 100)} %`);
      break;
    case "tool_call_completed":
      console.log("completed:", event.call.name);
      break;
    case "turn_completed":
      completed += 1;
      console.log("turn completed:", textOf(event.reply));
      if (completed === 2) await agent.injectMessage("deploy", session.id, "user", "The deploy is due at noon.");
      break;
    default:
      break;
  }
  if (completed === 3) break;
}

const outcome = await sent;
console.log("the first send:", outcome?.kind === "done" ? textOf(outcome.reply) : outcome);
