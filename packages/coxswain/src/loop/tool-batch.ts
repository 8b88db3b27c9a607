import { LogWriteError } from "../log/index.ts";
import { type AssistantMessage, type ToolCallPart, toolCalls, type ToolMessage } from "../model/index.ts";
import { callTarget } from "./call-target.ts";
import type { CallProgress } from "./interrupted-run.ts";
import { endedBy, failure, INTERRUPTED, runError, type Skip, skipped, NOT_RECORDED } from "./errors.ts";
import { messageDraft, type MessageEntry } from "./entries.ts";
import { runHooks } from "./run-hooks.ts";
import type { HookMessages } from "./hooks.ts";
import { type CallResult, type Outcome, type Queued } from "./types.ts";
import type { Tools } from "./ports.ts";
import type { Scope } from "./scope.ts";
import { type CallEnd, callTool } from "./tool-call.ts";

export interface Batch {
  readonly results: readonly CallResult[];
  /** True if a call was denied and the options end the run at a denial. */
  readonly denied: boolean;
  /** Messages of hooks for the model. */
  readonly messages: readonly Queued[];
  /** Set if a hook ends the run. */
  readonly end?: Outcome;
}

const NO_PROGRESS: CallProgress = { results: new Map(), started: new Set() };

/**
 * Runs the calls of a complete response. Each gets exactly one result in the log, also if it does not run. In a batch that a
 * crash interrupted, calls with a result are skipped, and calls that may have had effects run again only if that is safe.
 * @param hooked the hooks' result for the response
 * @throws {LogWriteError} if the store rejects an intent or a result, once all started calls have ended
 */
export const runTools = async (
  scope: Scope,
  messageId: string,
  message: AssistantMessage,
  hooked: HookMessages,
  progress: CallProgress = NO_PROGRESS,
): Promise<Batch> => {
  const { tools, journal } = scope.ports;
  const results = answered(message, progress);
  const calls = toolCalls(message).flatMap((call) => (progress.results.has(call.id) ? [] : [resolved(call, tools)]));
  for (const call of calls) journal.emit({ type: "tool_call", messageId, call });

  const failures: unknown[] = [];
  const messages = [...(hooked.messages ?? [])];
  let { end } = hooked;
  const afterCall = async (call: ToolCallPart, result: ToolMessage): Promise<void> => {
    const after = await runHooks(scope, (hook, signal) => hook.postTool?.({ messageId, call, result }, signal));
    messages.push(...(after.messages ?? []));
    end ??= after.end;
  };
  let denied = scope.options.onDeny === "stop" && results.some(({ result }) => result.reason === "denied") ? DENIED : undefined;
  for (const group of groups(calls, tools, scope.options.toolExecution ?? "sequential")) {
    const skip =
      truncation(message) ??
      denied ??
      (end !== undefined ? ENDED : undefined) ??
      (failures.length > 0 ? NOT_RECORDED : interruption(scope));
    const begin = async (call: ToolCallPart): Promise<CallEnd> => {
      const instead = mayHaveRun(call, progress, tools) ? INTERRUPTED : skip;
      return instead === undefined ? callTool(scope, messageId, call) : { result: skipped(call, instead) };
    };
    const ends = group.map((call) => [call, begin(call)] as const);
    // Hooks run one after the other; committing a result does not wait for them.
    let hooks: Promise<unknown> = Promise.resolve();
    for (const [call, ending] of ends) {
      const { result, effective = false, stop = false, unwritten } = await ending;
      if (stop) denied = DENIED;
      if (unwritten !== undefined) failures.push(unwritten);
      try {
        const committed = await commit(scope, messageId, call, result, effective);
        results.push({ call, result: committed });
        hooks = hooks.then(() => afterCall(call, committed)).catch((error: unknown) => failures.push(error));
      } catch (error) {
        failures.push(error);
        journal.emit({ type: "tool_end", messageId, call, result });
      }
    }
    await hooks;
  }
  if (failures.length > 0) throw failures[0];
  return { results, denied: denied !== undefined && scope.options.onDeny === "stop", messages, ...(end === undefined ? {} : { end }) };
};

/** Returns the call to run: of another tool, if the model calls one through `call_tool`. */
const resolved = (call: ToolCallPart, tools: Tools): ToolCallPart => {
  const target = callTarget(call);
  return target === call || tools.find(target.name) === undefined ? call : target;
};

const answered = (message: AssistantMessage, { results }: CallProgress): CallResult[] =>
  toolCalls(message).flatMap((call) => {
    const result = results.get(call.id);
    return result === undefined ? [] : [{ call, result }];
  });

const mayHaveRun = ({ id, name }: ToolCallPart, { started }: CallProgress, tools: Tools): boolean =>
  started.has(id) && tools.find(name)?.replay !== "safe";

const DENIED: Skip = { reason: "skipped", text: "Skipped: an earlier call of this response was denied." };

const ENDED: Skip = { reason: "skipped", text: "Skipped: a hook ended the run." };

const truncation = (message: AssistantMessage): Skip | undefined =>
  message.stop === "length"
    ? {
        reason: "invalid_input",
        text: "Not run: the response was truncated at the token limit, so the call may be incomplete. Make smaller calls.",
      }
    : undefined;

const interruption = (scope: Scope): Skip | undefined => {
  if (scope.signal.aborted) return { reason: "cancelled", text: `Cancelled ${endedBy(scope.signal)} before it started.` };
  const skips = (scope.options.steerMode ?? "skip") === "skip" && scope.ports.inbox.hasSteering;
  return skips ? { reason: "skipped", text: "Skipped: the user steered the run." } : undefined;
};

const commit = async (
  scope: Scope,
  messageId: string,
  call: ToolCallPart,
  result: ToolMessage,
  effective: boolean,
): Promise<ToolMessage> => {
  const { journal } = scope.ports;
  const { id, message } = await persist(scope, call, result);
  if (effective) await journal.sync("result");
  journal.emit({ type: "tool_end", messageId, call, result: message });
  journal.emit({ type: "message_end", messageId: id, message });
  return message;
};

/**
 * Returns the appended message, in which the log may have masked secrets. A result that cannot be appended (too large, not
 * JSON, not of its type) does not end the run: the model gets an error result.
 */
const persist = async ({ ports, runId }: Scope, call: ToolCallPart, result: ToolMessage): Promise<{ id: string; message: ToolMessage }> => {
  const append = async (message: ToolMessage) => {
    const { id, message: appended } = await ports.journal.appendUntrusted<MessageEntry>(messageDraft(message, runId));
    return { id, message: appended as ToolMessage };
  };
  try {
    return await append(result);
  } catch (error) {
    if (error instanceof LogWriteError) throw error;
    return append(failure(call, new Error(`It ran, but its result could not be saved. ${runError(error).message}`)));
  }
};

/** Maximum number of calls that run at the same time. */
const WIDTH = 5;

/**
 * Splits a response's calls into groups that run one after the other; the calls of a group run at the same time. Only
 * neighbouring `parallel` calls share a group, so that no read moves before a write.
 */
export const groups = (calls: readonly ToolCallPart[], tools: Tools, execution: "sequential" | "parallel"): ToolCallPart[][] => {
  const together = (call: ToolCallPart): boolean => execution === "parallel" && tools.find(call.name)?.parallel === true;
  const result: ToolCallPart[][] = [];
  for (const call of calls) {
    const group = result.at(-1);
    if (group?.[0] !== undefined && group.length < WIDTH && together(group[0]) && together(call)) group.push(call);
    else result.push([call]);
  }
  return result;
};
