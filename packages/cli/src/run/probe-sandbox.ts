import type { Display } from "../prompt/index.ts";
import type { SandboxProbe } from "./sandbox-probe.ts";

/** Probes the sandbox while the model streams its first tool call. A session without tool calls never probes it. */
export const probeSandboxOnToolCall = (trial: Pick<SandboxProbe, "confinement">): Display => ({
  start() {},
  event(event) {
    if (event.type === "tool_call" || event.type === "tool_start" || (event.type === "message_delta" && event.kind === "tool_input"))
      void trial.confinement();
  },
  end() {},
});
