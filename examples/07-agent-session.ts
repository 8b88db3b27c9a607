// An agent session over a folder's latest session or a new one: prompts it, steers it during a tool call, and compacts
// it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowAll, continueRecent, createRuntime, defineTool, fixedModels, jsonlStore, scriptedModel, textOf, textResult } from "coxswain";
import { AgentSession } from "coxswain/facades";
import { history } from "coxswain/session";
import { z } from "zod";

const build = defineTool({
  name: "build",
  description: "Builds one package.",
  inputSchema: z.object({ package: z.string() }),
  effect: "execute",
  async execute(input) {
    // The user types while the tool runs.
    if (input.package === "logger") agentSession.steer("Wait, check for errors first");
    return textResult(`${input.package} is built.`);
  },
});

const model = scriptedModel(({ system, messages }) => {
  if (system[0]?.startsWith("You write summaries")) return "# Goal\nMove main.ts to the new logger. [messages 1-4]";
  const last = messages.at(-1);
  if (last !== undefined && textOf(last).startsWith("Wait")) return "No errors: the logger is built, and main.ts is next.";
  return { text: "I build both.", calls: ["logger", "main"].map((name) => ({ name: "build", input: { package: name } })) };
});

const directory = await mkdtemp(join(tmpdir(), "coxswain-example-"));
const agent = { model: model.info.reference };
const cwd = process.cwd();

const manager = createRuntime({ store: jsonlStore({ directory }), models: fixedModels(model), tools: [build], policy: allowAll() });
const session = await continueRecent(manager, cwd).catch(() => manager.create({ ...agent, cwd }));
const agentSession = new AgentSession(session, { manager, agent, cwd });

const outcome = await agentSession.prompt("Refactor main.ts to use the new logger.");
if (outcome?.kind === "failed") console.log(`Prompt failed: ${outcome.error.message}`);
for (const { message } of history(session)) console.log(`${message.role}: ${textOf(message)}`);

const { firstPreserved, summary } = await agentSession.compact("Summarize the debugging steps so far.");
console.log(`Compacted! Preserved from ID: ${firstPreserved}, Summary: ${summary.replaceAll("\n", " ")}`);

await agentSession.close();
await manager.close();
await rm(directory, { recursive: true });
