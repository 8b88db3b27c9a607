import type { Event } from "coxswain";
import { jsonLine } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import {
  compactionObjects,
  initObject,
  messageObject,
  partialEvents,
  resultObject,
  retryObject,
  type StreamObject,
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
  const startedAt = now();
  const partials = partialEvents();
  let session: ShownSession | undefined;
  const write = (object: StreamObject): void => stdout.write(jsonLine(object));
  /** Tool call ids by the id of the agent that works for the call. */
  const calls = new Map<string, string>();
  const commonFields = (call: string | null = null) => ({
    parent_tool_use_id: call,
    session_id: session?.id ?? "",
    uuid: crypto.randomUUID(),
  });

  /** Emits an agent's messages and tool results with the call it works for. Omits partial events of its turns. */
  const emitAgentEvent = (event: Event): void => {
    // An agent of another session's call, for example in a background task, is reported by its own id.
    const call = calls.get(event.agent.id) ?? event.agent.id;
    if (event.type === "warning" && event.code !== "unpriced")
      write(systemObject("warning", { message: event.message, ...commonFields(call) }));
    if (event.type === "message_end" && event.message.role !== "user")
      write({ ...messageObject(event.messageId, event.message), ...commonFields(call) });
  };

  return {
    start(started) {
      session = started;
      write(initObject(started));
    },
    event(event) {
      if (event.type === "agent_start" && event.callId !== undefined) calls.set(event.child.id, event.callId);
      if (event.type === "agent_end") calls.delete(event.child.id);
      if (event.agent.depth > 0) return emitAgentEvent(event);
      if (partial)
        for (const part of partials(event, session?.state.model ?? "")) write({ type: "stream_event", event: part, ...commonFields() });
      if (event.type === "warning" && event.code !== "unpriced")
        write(systemObject("warning", { message: event.message, ...commonFields() }));
      if (event.type === "retry_start") write({ ...retryObject(event), ...commonFields() });
      for (const object of compactionObjects(event)) write({ ...object, ...commonFields() });
      if (event.type === "task_change") write({ ...taskObject(event.task), ...commonFields() });
      if (event.type === "job_change") write(systemObject("job_change", { ...event.job, ...commonFields() }));
      if (event.type === "hook_block") {
        const { hook, event: at, what, reason, callId } = event;
        const call = callId === undefined ? {} : { tool_use_id: callId };
        write(systemObject("hook_block", { hook, event: at, what, reason, ...call, ...commonFields() }));
      }
      if (event.type === "model_fallback") {
        write(systemObject("model_fallback", { from: event.from, to: event.to, reason: event.reason, ...commonFields() }));
      }
      if (event.type !== "message_end" || event.message.role === "user") return;
      write({ ...messageObject(event.messageId, event.message), ...commonFields() });
    },
    end(result, report) {
      write(resultObject(result, report, { sessionId: session?.id ?? "", duration: now() - startedAt }));
      if (result.line !== undefined) stderr.message(result.line);
    },
  };
};
