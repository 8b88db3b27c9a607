import type { Event } from "coxswain";
import { escapeLine, jsonLine } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import {
  compactionObjects,
  initObject,
  messageObject,
  partialEvents,
  resultObject,
  retryObject,
  systemObject,
  taskObject,
} from "../stream-json/index.ts";
import type { Display, ShownSession } from "../prompt/index.ts";

export interface StreamJsonOptions {
  /** True to emit partial messages. */
  readonly partial: boolean;
  readonly now: () => number;
}

/**
 * Prints one object per line in Claude Code's stream-json format: `system`, `assistant`, `user`, and a final `result`.
 */
export const streamJsonDisplay = (
  { stdout, stderr }: Pick<ProcessContext, "stdout" | "stderr">,
  { partial, now }: StreamJsonOptions,
): Display => {
  const begun = now();
  const partials = partialEvents();
  let session: ShownSession | undefined;
  const write = (value: object): void => stdout.write(jsonLine(value));
  /** Tool call ids by the id of the agent that works for the call. */
  const calls = new Map<string, string>();
  const place = (call: string | null = null) => ({ parent_tool_use_id: call, session_id: session?.id ?? "", uuid: crypto.randomUUID() });

  /** Emits an agent's messages and tool results with the call it works for. Omits partial events of its turns. */
  const tellOfAgent = (event: Event): void => {
    // An agent of another session's call, for example in a background task, is reported by its own id.
    const call = calls.get(event.agent.id) ?? event.agent.id;
    if (event.type === "warning") write(systemObject("warning", { message: event.message, ...place(call) }));
    if (event.type === "message_end" && event.message.role !== "user")
      write({ ...messageObject(event.messageId, event.message), ...place(call) });
  };

  return {
    start(started) {
      session = started;
      write(initObject(started));
    },
    event(event) {
      if (event.type === "agent_start" && event.callId !== undefined) calls.set(event.child.id, event.callId);
      if (event.type === "agent_end") calls.delete(event.child.id);
      if (event.agent.depth > 0) return tellOfAgent(event);
      if (partial) for (const told of partials(event, session?.state.model ?? "")) write({ type: "stream_event", event: told, ...place() });
      if (event.type === "warning") write(systemObject("warning", { message: event.message, ...place() }));
      if (event.type === "retry_start") write({ ...retryObject(event), ...place() });
      for (const told of compactionObjects(event)) write({ ...told, ...place() });
      if (event.type === "task_change") write({ ...taskObject(event.task), ...place() });
      if (event.type === "job_change") write(systemObject("job_change", { ...event.job, ...place() }));
      if (event.type === "hook_block") {
        const { hook, event: at, what, reason, callId } = event;
        const call = callId === undefined ? {} : { tool_use_id: callId };
        write(systemObject("hook_block", { hook, event: at, what, reason, ...call, ...place() }));
      }
      if (event.type === "model_fallback") {
        write(systemObject("model_fallback", { from: event.from, to: event.to, reason: event.reason, ...place() }));
      }
      if (event.type !== "message_end" || event.message.role === "user") return;
      write({ ...messageObject(event.messageId, event.message), ...place() });
    },
    end(result, report) {
      write(resultObject(result, report, { sessionId: session?.id ?? "", duration: now() - begun }));
      if (result.line !== undefined) stderr.write(`cox: ${escapeLine(result.line)}\n`);
    },
  };
};
