// A session on disk: closed, opened again by another runtime, forked, and read as a list of entries.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowAll, continueRecent, createRuntime, fixedModels, jsonlStore, scriptedModel, type Store } from "coxswain";

const directory = await mkdtemp(join(tmpdir(), "coxswain-example-"));
const cwd = process.cwd();
const open = (store: Store, ...script: string[]) =>
  createRuntime({ store, models: fixedModels(scriptedModel(script)), policy: allowAll() });

{
  await using first = open(jsonlStore({ directory }), "Noted: the sky is green today.");
  const session = await first.create({ model: "scripted/scripted", cwd });
  await session.prompt("Remember: the sky is green today.").outcome;
}

await using second = open(jsonlStore({ directory }), "It is green today.", "In the other branch, too.");
const session = await continueRecent(second, cwd);
const before = session.state.leaf;
await session.prompt("What colour is the sky?").outcome;
const fork = await session.fork(before ?? undefined);
await fork.prompt("And here?").outcome;

for await (const event of fork.events({ after: -1, live: false })) {
  if (event.type === "entry") console.log(event.entry.seq, event.entry.type);
}
await second.close();
await rm(directory, { recursive: true });
