// One task for a named agent, at once, and one in the background: its result starts another run after the first has
// ended.
import { allowAll, createRuntime, fixedModels, memoryStore, type Reply, scriptedModel, textOf } from "coxswain";

const task = (prompt: string, more: object = {}) => ({ name: "task", input: { description: prompt, prompt, ...more } });

// The second task takes longer than the first run.
const first = Promise.withResolvers<void>();

// The model's answers in each conversation, by its first prompt.
const ANSWERS: Readonly<Record<string, readonly Reply[]>> = {
  "How deep, how wide?": [
    { calls: [task("How deep?", { agent: "pilot" }), task("How wide?", { background: true })] },
    "It is two fathoms deep; the width follows soon.",
    "It is forty feet wide.",
  ],
  "How deep?": ["Two fathoms."],
  "How wide?": [{ text: "Forty feet.", before: first.promise }],
};
const model = scriptedModel(({ messages }) => {
  const [firstMessage] = messages;
  const answered = messages.filter(({ role }) => role === "assistant").length;
  return ANSWERS[firstMessage === undefined ? "" : textOf(firstMessage)]?.[answered] ?? "";
});

await using runtime = createRuntime({
  store: memoryStore(),
  models: fixedModels(model),
  policy: allowAll(),
  tasks: {},
  resources: async () => ({
    skills: [],
    templates: [],
    agents: [{ name: "pilot", description: "Sounds depths.", prompt: "You are a pilot.", tools: [], origin: "user" }],
    warnings: [],
  }),
});
const session = await runtime.create({ model: model.info.reference });
const ends = session.events({ types: ["run_end"] });
await session.prompt("How deep, how wide?").outcome;
first.resolve();
let runs = 0;
for await (const { agent } of ends) if (agent.depth === 0 && ++runs === 2) break;

for (const { message } of session.entries.filter((entry) => entry.type === "message")) {
  const author = message.role === "user" ? (message.source ?? "person") : message.role;
  if (textOf(message) !== "") console.log(`${author}: ${textOf(message).replaceAll("\n\n", " ")}`);
}
