import { LogWriteError } from "../log/index.ts";
import { type AssistantMessage, type ToolCallPart, toolCalls, type ToolMessage } from "../model/index.ts";
import type { Begun } from "./interrupted-run.ts";
import { endedBy, failure, INTERRUPTED, runError, type Skip, skipped, UNWRITTEN } from "./errors.ts";
import { messageDraft, type MessageEntry } from "./entries.ts";
import { runHooks } from "./run-hooks.ts";
import type { HookMessages } from "./hooks.ts";
import { type CallResult, type Outcome, type Queued } from "./types.ts";
import type { Tools } from "./ports.ts";
import type { Scope } from "./scope.ts";
import { type CallEnd, callTool } from "./tool-call.ts";

export interface Batch {
  readonly results: readonly CallResult[];
  /** A call was denied where that ends the run. */
  readonly denied: boolean;
  /** What the hooks want to be told to the model. */
  readonly tell: readonly Queued[];
  /** How the run is to end, since a hook said so. */
  readonly end?: Outcome;
}

const NOTHING_BEGUN: Begun = { results: new Map(), started: new Set() };

/**
 * Runs the calls of a whole response. Each gets exactly one result in the log, also those that do not run. Of a batch
 * that a crash cut short, what has a result is left alone, and what may have had effects is run again only if that is safe.
 * `said` is what the hooks said of the response.
 * @throws {LogWriteError} when the store does not take an intent or a result, once the calls have ended that had started.
 */
export const runTools = async (
  scope: Scope,
  messageId: string,
  message: AssistantMessage,
  said: HookMessages,
  begun: Begun = NOTHING_BEGUN,
): Promise<Batch> => {
  const { tools, journal } = scope.ports;
  const results = answered(message, begun);
  const calls = toolCalls(message).filter(({ id }) => !begun.results.has(id));
  for (const call of calls) journal.emit({ type: "tool_call", messageId, call });

  const failures: unknown[] = [];
  const tell = [...(said.tell ?? [])];
  let { end } = said;
  const hearOf = async (call: ToolCallPart, result: ToolMessage): Promise<void> => {
    const heard = await runHooks(scope, (hook, signal) => hook.postTool?.({ messageId, call, result }, signal));
    tell.push(...(heard.tell ?? []));
    end ??= heard.end;
  };
  let denied = scope.options.onDeny === "stop" && results.some(({ result }) => result.reason === "denied") ? DENIED : undefined;
  for (const group of groups(calls, tools, scope.options.toolExecution ?? "sequential")) {
    const skip =
      cutOff(message) ?? denied ?? (end !== undefined ? ENDED : undefined) ?? (failures.length > 0 ? UNWRITTEN : interruption(scope));
    const begin = async (call: ToolCallPart): Promise<CallEnd> => {
      const instead = mayHaveRun(call, begun, tools) ? INTERRUPTED : skip;
      return instead === undefined ? callTool(scope, messageId, call) : { result: skipped(call, instead) };
    };
    const ends = group.map((call) => [call, begin(call)] as const);
    // Hooks are heard one after the other, and no result waits for that to be kept.
    let hearing: Promise<unknown> = Promise.resolve();
    for (const [call, ending] of ends) {
      const { result, effective = false, stop = false, unwritten } = await ending;
      if (stop) denied = DENIED;
      if (unwritten !== undefined) failures.push(unwritten);
      try {
        const kept = await commit(scope, messageId, call, result, effective);
        results.push({ call, result: kept });
        hearing = hearing.then(() => hearOf(call, kept)).catch((error: unknown) => failures.push(error));
      } catch (error) {
        failures.push(error);
        journal.emit({ type: "tool_end", messageId, call, result });
      }
    }
    await hearing;
  }
  if (failures.length > 0) throw failures[0];
  return { results, denied: denied !== undefined && scope.options.onDeny === "stop", tell, ...(end === undefined ? {} : { end }) };
};

const answered = (message: AssistantMessage, { results }: Begun): CallResult[] =>
  toolCalls(message).flatMap((call) => {
    const result = results.get(call.id);
    return result === undefined ? [] : [{ call, result }];
  });

const mayHaveRun = ({ id, name }: ToolCallPart, { started }: Begun, tools: Tools): boolean =>
  started.has(id) && tools.find(name)?.replay !== "safe";

const DENIED: Skip = { reason: "skipped", text: "Skipped: an earlier call of this response was denied." };

const ENDED: Skip = { reason: "skipped", text: "Skipped: a hook ended the run." };

const cutOff = (message: AssistantMessage): Skip | undefined =>
  message.stop === "length"
    ? {
        reason: "invalid_input",
        text: "Not run: the response was cut off at the token limit, so the call may not be whole. Make smaller calls.",
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
  const { id, message } = await keep(scope, call, result);
  if (effective) await journal.sync("result");
  journal.emit({ type: "tool_end", messageId, call, result: message });
  journal.emit({ type: "message_end", messageId: id, message });
  return message;
};

/**
 * What is told is what was kept, which a log may have masked. A result that cannot be kept, as too large, no JSON or not
 * what its type says, does not end the run: the model is told.
 */
const keep = async ({ ports, runId }: Scope, call: ToolCallPart, result: ToolMessage): Promise<{ id: string; message: ToolMessage }> => {
  const append = async (message: ToolMessage) => {
    const { id, message: kept } = await ports.journal.appendUntrusted<MessageEntry>(messageDraft(message, runId));
    return { id, message: kept as ToolMessage };
  };
  try {
    return await append(result);
  } catch (error) {
    if (error instanceof LogWriteError) throw error;
    return append(failure(call, new Error(`It ran, but its result could not be kept. ${runError(error).message}`)));
  }
};

/** How many calls run at once at most. */
const WIDTH = 5;

/**
 * A response's calls as groups that run one after the other; the calls of a group run together. Only neighbours that
 * are both safe beside others share one, so that no reading is moved before a writing.
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
