// An agent that receives one message at a time, and a tool that starts a sub-agent. One stream has the events of both.
import { defineTool, scriptedModel, textOf, textResult, ToolError } from "coxswain";
import { agentTools, newAgent, subAgentCreator, subAgentDepth } from "coxswain/facades";
import { z } from "zod";

const read = defineTool({
  name: "read",
  description: "Reads a file.",
  inputSchema: z.object({ path: z.string() }),
  effect: "read",
  execute: async ({ path }) => textResult(path === "port.txt" ? "The port is 8080." : "Nothing."),
});

const explore = defineTool({
  name: "explore",
  description: "Lets another agent answer a question.",
  inputSchema: z.object({ question: z.string() }),
  effect: "read",
  async execute({ question }, context) {
    if (subAgentDepth(context) > 0) throw new ToolError("Explore it yourself.");
    const explorer = await subAgentCreator(context).createWithDefaultModel("You explore, and answer in one line.", agentTools(context));
    for await (const event of explorer.sendUserMessage(question, { signal: context.signal })) {
      if (event.type === "done_success") return textResult(textOf(event.reply));
    }
    throw new ToolError("It found nothing.");
  },
});

// Both agents use one scripted model here, so the answers are in the order of their requests.
const model = scriptedModel([
  { text: "I have it explored.", calls: [{ name: "explore", input: { question: "Which port?" } }] },
  { calls: [{ name: "read", input: { path: "port.txt" } }] },
  { text: "It is 8080.", usage: { input: 900, output: 20 } },
  { text: "The server listens on 8080.", usage: { input: 1_200, output: 30 } },
]);

await using agent = await newAgent(model, "You answer questions about a server.", [read, explore]);
console.log("Session ID:", agent.sessionId);
await agent.addUserTurn("The server is in this folder.");

for await (const event of agent.sendUserMessage("Where does the server listen?")) {
  const indent = "  ".repeat(event.agent.depth);
  switch (event.type) {
    case "error":
    case "canceled":
      console.log(`${indent}${event.type}:`, event.error.message);
      break;
    case "done_success":
      console.log(`${indent}done`);
      break;
    case "assistant_text":
      console.log(`${indent}message:`, event.text);
      break;
    case "assistant_reasoning":
      console.log(`${indent}reasoning:`, event.text);
      break;
    case "tool_call":
      console.log(`${indent}tool call:`, event.tool, JSON.stringify(event.call.input));
      break;
    case "tool_complete":
      console.log(`${indent}tool:`, event.tool, textOf(event.result));
      break;
    case "assistant_turn_complete":
      console.log(`${indent}tokens used:`, event.usage.input + event.usage.output);
      break;
  }
}
console.log("all in all:", agent.tokenUsage.input + agent.tokenUsage.output);
