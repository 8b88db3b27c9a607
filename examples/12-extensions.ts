// Extensions add tools, commands, hooks and persistent state. Here one counts glasses, and a command prints the count.
import { allowAll, createRuntime, fixedModels, memoryStore, scriptedModel } from "coxswain";
import { type Extension, loadExtensions } from "coxswain/extensions";

const tab: Extension = (cox) => {
  const rounds = cox.state<number, { readonly glasses: number }>({
    name: "rounds",
    initial: 0,
    apply: (glasses, fact) => glasses + fact.glasses,
  });
  cox.registerTool({
    name: "pour",
    description: "Pours glasses of grog.",
    inputSchema: { type: "object", properties: { glasses: { type: "integer", minimum: 1 } }, required: ["glasses"] },
    effect: "write",
    async execute({ glasses }: { readonly glasses: number }, { sessionId }) {
      await rounds.append(sessionId, { glasses });
      return `Poured ${glasses}.`;
    },
  });
  cox.registerCommand({
    name: "tab",
    description: "Prints the number of poured glasses.",
    run: ({ session }) => `${rounds.of(session.id)} glasses so far`,
  });
};

const broken: Extension = () => {
  throw new Error("the cask is empty");
};

await using extensions = await loadExtensions({
  sources: [
    { name: "tab", setup: tab },
    { name: "broken", setup: broken },
  ],
  warn: (line) => console.log("warning:", line),
});
const model = scriptedModel([
  { calls: [{ name: "pour", input: { glasses: 2 } }] },
  { calls: [{ name: "pour", input: { glasses: 3 } }] },
  "Cheers.",
]);
await using runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), policy: allowAll(), extensions });

const session = await runtime.create({ model: model.info.reference });
await session.prompt("A round for all.").outcome;
const fork = await session.fork(); // has the same state
console.log("fork:", (await extensions.run(fork, "/tab"))?.answer);
console.log("/tab:", (await extensions.run(session, "/tab"))?.answer);
