// Runs calls of each kind, a follow-up and a queued prompt. The process kills itself at its nth write to the log.
import { createRuntime, jsonlStore } from "coxswain";
import { faultyStore } from "coxswain/testing";
import { killedRunOptions, MODELS, PROMPTS, type WireName } from "./killed-run.ts";

const [directory = "", cwd = "", effects = "", url = "", wire = "anthropic", at = "0"] = process.argv.slice(2);

const store = faultyStore(jsonlStore({ directory }), {
  append: (count) => {
    if (count === Number(at)) process.kill(process.pid, "SIGKILL");
  },
});
const runtime = createRuntime({ store, ...killedRunOptions(url, effects) });
const session = await runtime.create({ model: MODELS[wire as WireName], cwd, thinking: "low", toolExecution: "parallel" });
const first = session.prompt(PROMPTS.go, { id: "go" });
first.followUp(PROMPTS.after, { id: "after" });
const second = session.prompt(PROMPTS.second, { id: "second", whenBusy: "queue" });
await second.outcome;
await runtime.close();
