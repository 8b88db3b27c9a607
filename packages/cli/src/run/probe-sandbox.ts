import type { Display } from "../prompt/index.ts";
import type { SandboxProbe } from "./sandbox-probe.ts";

/** Tries what confines commands while the model still writes the first call of a tool: a session that calls none need not know. */
export const probeSandboxOnToolCall = (trial: Pick<SandboxProbe, "confinement">): Display => ({
  start() {},
  event(event) {
    if (event.type === "tool_call" || event.type === "tool_start" || (event.type === "message_delta" && event.kind === "tool_input"))
      void trial.confinement();
  },
  end() {},
});
