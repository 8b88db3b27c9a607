// A run with calls of each kind, a follow-up and a prompt that waits, whose process kills itself at its nth write to the log.
import { createRuntime, jsonlStore } from "coxswain";
import { faultyStore } from "coxswain/testing";
import { killedRunOptions, MODELS, SAID, type WireName } from "./killed-run.ts";

const [directory = "", cwd = "", effects = "", url = "", wire = "anthropic", at = "0"] = process.argv.slice(2);

const store = faultyStore(jsonlStore({ directory }), {
  append: (count) => {
    if (count === Number(at)) process.kill(process.pid, "SIGKILL");
  },
});
const runtime = createRuntime({ store, ...killedRunOptions(url, effects) });
const session = await runtime.create({ model: MODELS[wire as WireName], cwd, thinking: "low", toolExecution: "parallel" });
const first = session.prompt(SAID.go, { id: "go" });
first.followUp(SAID.after, { id: "after" });
const second = session.prompt(SAID.second, { id: "second", whenBusy: "queue" });
await second.outcome;
await runtime.close();
