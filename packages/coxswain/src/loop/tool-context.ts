import { withHandledRejection } from "../base/index.ts";
import { type JobCaller, type Jobs, type CallJobs } from "./jobs.ts";
import type { ToolCallPart } from "../model/index.ts";
import type { AgentScope } from "./ports.ts";
import type { PermissionRequest } from "./gate.ts";
import type { Scope } from "./scope.ts";
import { SubAgentScopeError } from "./sub-agent.ts";
import { type ToolContext, ToolError } from "./tool.ts";

/** The context of one call, with the methods for the loop. */
export interface CallContext extends ToolContext {
  /** Sets the allowed requests, before the tool runs. */
  grant(requests: readonly PermissionRequest[]): void;
  /** Ends the call's agents. A tool that is still running can no longer emit, record or request anything. */
  close(): Promise<void>;
}

export const openToolContext = (scope: Scope, messageId: string, call: ToolCallPart): CallContext => {
  const { journal, gate, agents, jobs, questions } = scope.ports;
  const agent = agents?.self ?? { id: scope.sessionId, depth: 0 };
  const caller = { agent, messageId, callId: call.id, cwd: scope.cwd, signal: scope.signal };
  let open = true;
  let granted: readonly PermissionRequest[] = [];
  let spawned: AgentScope | undefined;
  const assertOpen = (): void => {
    if (!open)
      throw new ToolError(`The call of ${call.name} has ended: it can no longer record entries, request permission or ask the user.`);
  };
  return {
    signal: scope.signal,
    sessionId: scope.sessionId,
    messageId,
    callId: call.id,
    cwd: scope.cwd,
    agent,
    ...(jobs === undefined ? {} : { jobs: callJobs(jobs, caller) }),
    get tools() {
      return agents?.tools() ?? [];
    },
    get granted() {
      return granted;
    },
    progress(text) {
      if (open) journal.emit({ type: "tool_progress", callId: call.id, text });
    },
    record: withHandledRejection(async (draft) => {
      assertOpen();
      await journal.appendUntrusted(draft);
    }),
    facts: (fold) => journal.view(fold),
    permission: withHandledRejection(async (request) => {
      assertOpen();
      const verdict = await gate.check(call, [request], scope.signal);
      if (verdict.kind === "deny") throw new ToolError(`Denied: ${verdict.reason}`);
      granted = [...granted, request];
    }),
    askUser: withHandledRejection(async (question, ask) => {
      assertOpen();
      return questions === undefined ? ask(question, scope.signal) : questions.ask(question, call.id, ask, scope.signal);
    }),
    spawn: withHandledRejection(async (setup) => {
      if (!open) throw new SubAgentScopeError(call.name);
      if (agents === undefined) throw new ToolError("Sub-agents are not available here.");
      spawned ??= agents.open({ messageId, callId: call.id }, scope.signal);
      const made = await spawned.spawn(setup);
      if (!open) throw new SubAgentScopeError(call.name);
      return made;
    }),
    grant(requests) {
      granted = requests;
    },
    async close() {
      open = false;
      await spawned?.close();
    },
  };
};

const callJobs = (jobs: Jobs, by: JobCaller): CallJobs => ({
  endWithRun: jobs.endWithRun,
  start: withHandledRejection((start) => jobs.start(start, by)),
  read: withHandledRejection((id, wait) => jobs.read(id, wait, by)),
  stop: withHandledRejection((id) => jobs.stop(id, by)),
});
