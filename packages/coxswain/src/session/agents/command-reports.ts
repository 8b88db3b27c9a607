import { commandSigns, endedCommand } from "../../evidence/index.ts";
import { type AgentCommandEntry, asAnyEntries } from "../../journal/index.ts";
import type { Draft, Entry } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import { type ToolCallPart, toolCalls } from "../../model/index.ts";

/** Records a command of a sub-agent in the log of the root session. */
export type CommandRecorder = (draft: Draft<AgentCommandEntry>) => void;

/** A sub-agent whose commands are reported. */
export interface ReportingAgent {
  readonly id: string;
  /** Its folder, absolute. */
  readonly cwd: string;
}

/** Reports each command in an agent's log once its result is in the store. */
export const commandReports = ({ id, cwd }: ReportingAgent, record: CommandRecorder): ((entries: readonly Entry[]) => void) => {
  const calls = new Map<string, { readonly call: ToolCallPart; readonly startedAt: number }>();
  return (entries) => {
    for (const entry of asAnyEntries(entries)) {
      if (entry.type === "tool_start") {
        const { call: callId, input, at } = entry;
        const made = calls.get(callId);
        // A hook may have changed the arguments.
        if (made !== undefined) calls.set(callId, { call: input === undefined ? made.call : { ...made.call, input }, startedAt: at });
      }
      if (!isMessage(entry)) continue;
      const { message, at } = entry;
      if (message.role === "assistant") for (const call of toolCalls(message)) calls.set(call.id, { call, startedAt: at });
      if (message.role !== "tool") continue;
      const { call, startedAt = at } = calls.get(message.callId) ?? {};
      calls.delete(message.callId);
      const ended = endedCommand(call, message);
      if (ended === undefined) continue;
      const { command, exitCode, output } = ended;
      const { noTests = false, noFolder = false, shellError = false } = commandSigns(output);
      record({
        type: "agent_command",
        agent: id,
        call: message.callId,
        command,
        cwd,
        startedAt,
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(noTests ? { noTests } : {}),
        ...(noFolder ? { noFolder } : {}),
        ...(shellError ? { shellError } : {}),
      });
    }
  };
};
