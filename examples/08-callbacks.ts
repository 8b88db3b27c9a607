// An agent with callbacks for a chat page, an answer for a command line program, and topics for a panel of tool calls.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowAll, createRuntime, fixedModels, memoryStore, scriptedModel } from "coxswain";
import { DefaultAgent, topicsOf } from "coxswain/facades";
import { DEFAULT_SYSTEM_PROMPT } from "coxswain/session";
import { builtinTools } from "coxswain/tools";

const workingDir = await mkdtemp(join(tmpdir(), "coxswain-example-"));
await writeFile(join(workingDir, "tides.txt"), "Kiel 14:05\n");

// A large model and a small one. `providerModels({ env: process.env })` has the models of providers.
const models = fixedModels(
  scriptedModel(
    [
      { text: "Let me look.", calls: [{ name: "read", input: { path: "tides.txt" } }] },
      "High tide in Kiel is at 14:05.",
      "You are welcome.",
    ],
    { chunk: 64, info: { reference: "scripted/large" } },
  ),
  scriptedModel([], { info: { reference: "scripted/small" } }),
);
const large = await models.get("scripted/large");

// The built-in tools, registered once when the program starts. They work in the agent's folder.
const tools = builtinTools();
const runtime = createRuntime({ store: memoryStore(), models, tools, policy: allowAll() });
const agent = new DefaultAgent({ runtime, model: large.info.reference, systemPrompt: DEFAULT_SYSTEM_PROMPT, workingDir });

// A panel with the tool calls of all sessions.
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
    onToolResult: ({ content, isError }) => console.log(`${isError ? "failed" : "result"}: ${content.trim()}`),
    onComplete: () => console.log("complete"),
    onError: ({ message }) => console.log(`error: ${message}`),
  },
);

// A command line program: only the answer, in a separate session.
const { id } = await agent.sessions.create("Thanks");
let answer = "";
await agent.send("Thank you.", { sessionId: id, maxTokens: 1_000 }, { onTextDelta: (text) => (answer += text) });
console.log(`answer: ${answer}`);

await runtime.close();
await following;
await rm(workingDir, { recursive: true });
console.log(`panel: ${panel.join(", ")}`);
