// Opens a session as resuming it does. Arguments: the store's folder, the session's id.
import { allowAll, createRuntime, fixedModels, jsonlStore } from "coxswain";

const [, , directory = "", id = ""] = process.argv;
const runtime = createRuntime({ store: jsonlStore({ directory }), models: fixedModels(), policy: allowAll() });
const session = await runtime.open(id);
if (session.state.messages === 0) throw new Error("There is nothing in it.");
await runtime.close();
