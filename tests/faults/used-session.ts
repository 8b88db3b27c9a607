import assert from "node:assert/strict";
import { allowAll, createRuntime, fixedModels, jsonlStore, type Reply, type Runtime, scriptedModel } from "coxswain";
import { label } from "coxswain/session";
import { allSessionFiles } from "coxswain/store";
import { builtinTools, nodeWorkspace } from "coxswain/tools";

const REPLIES: readonly Reply[] = [
  { text: "I start.", calls: [{ name: "todo", input: { items: [{ content: "look", status: "pending" }] } }] },
  { calls: [{ name: "write", input: { path: "a.txt", content: "one\n" } }] },
  { calls: [{ name: "bash", input: { command: "echo hi", background: true } }] },
  { calls: [{ name: "job_output", input: { job: "j1", wait: 60 } }] },
  { reasoning: "Everything is written.", text: "Done." },
];

/** Opens a runtime with its sessions, and its working folder, in a folder. */
export const open = (directory: string, replies: readonly Reply[] = []): Runtime => {
  const model = scriptedModel((_, turn) => replies[turn] ?? "I continue. [messages 1-2]");
  return createRuntime({
    store: jsonlStore({ directory }),
    models: fixedModels(model),
    tools: builtinTools({}),
    policy: allowAll(),
    workspace: () => nodeWorkspace({ root: directory }),
  });
};

/** Creates a session with entries of many types, and returns its file. */
export const createUsedSession = async (directory: string): Promise<{ readonly id: string; readonly path: string }> => {
  await using runtime = open(directory, REPLIES);
  const session = await runtime.create({ model: "scripted/scripted", cwd: directory });
  assert.equal((await session.prompt("Start.").outcome).kind, "done");
  await session.shell("echo by hand");
  await label(session, session.entries[3]?.id ?? "", "here");
  await session.set({ title: "A session", thinking: "high" });
  await session.compact();
  const run = session.prompt("And then?");
  run.followUp("And after that?");
  session.prompt("Cancelled.", { whenBusy: "queue" }).abort();
  await run.outcome;
  await runtime.close();
  const [file] = await allSessionFiles(directory);
  return { id: session.id, path: file?.path ?? "" };
};
