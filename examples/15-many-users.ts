// One runtime for several users: the session determines which user is asked, and an answer applies only to that
// session.
import {
  type Answer,
  createRuntime,
  defineTool,
  fixedModels,
  memoryStore,
  type Question,
  scriptedModel,
  textOf,
  textResult,
} from "coxswain";
import { z } from "zod";

const land = defineTool({
  name: "land",
  description: "Lands the boat at a port.",
  inputSchema: z.object({ port: z.string() }),
  effect: "execute",
  permissionRequests: ({ port }) => [{ tool: "land", effect: "execute", subject: port }],
  execute: async ({ port }) => textResult(`Landed at ${port}.`),
});

const model = scriptedModel(({ messages }) => {
  const last = messages.at(-1);
  return last?.role === "tool" ? textOf(last) : { calls: [{ name: "land", input: { port: "Bergen" } }] };
});

/** The users of the sessions, by session id. A service would store this with its users. */
const users = new Map<string, string>();

/** `root` is the session of the user, also for a question of a sub-agent. */
const ask = async ({ root, requests }: Question): Promise<Answer> => {
  const user = users.get(root);
  console.log(`${user} is asked: ${requests[0]?.subject}?`);
  return user === "Ada" ? { kind: "session" } : { kind: "deny", reason: "Not in this weather." };
};

await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools: [land], policy: () => undefined, ask });

for (const user of ["Ada", "Grace"]) {
  const session = await runtime.create({ model: model.info.reference });
  users.set(session.id, user);
  for (const text of ["Land.", "Once more."]) {
    const outcome = await session.prompt(text).outcome;
    if (outcome.kind === "done") console.log(`${user}: ${textOf(outcome.reply)}`);
  }
}
