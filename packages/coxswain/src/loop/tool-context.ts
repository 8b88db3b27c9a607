import type { ToolCallPart } from "../model/index.ts";
import type { Scope } from "./scope.ts";
import { type ToolContext, ToolError } from "./tool.ts";

/** The context of one call. Once closed, a tool that still runs can tell, record and ask for nothing more. */
export const openToolContext = (scope: Scope, messageId: string, call: ToolCallPart): ToolContext & { close(): void } => {
  const { journal, gate } = scope.ports;
  let open = true;
  const mustBeOpen = (): void => {
    if (!open) throw new ToolError(`The call of ${call.name} is over; it can record and ask for nothing more.`);
  };
  return {
    signal: scope.signal,
    sessionId: scope.sessionId,
    messageId,
    callId: call.id,
    cwd: scope.cwd,
    progress(text) {
      if (open) journal.emit({ type: "tool_progress", callId: call.id, text });
    },
    async record(draft) {
      mustBeOpen();
      await journal.append(draft);
    },
    facts: (fold) => journal.view(fold),
    async permission(request) {
      mustBeOpen();
      const verdict = await gate.check(call, [request], scope.signal);
      if (verdict.kind === "deny") throw new ToolError(`Denied: ${verdict.reason}`);
    },
    close() {
      open = false;
    },
  };
};
