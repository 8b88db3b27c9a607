import {
  type AssistantMessage,
  type Event,
  type MessageEntry,
  type Outcome,
  type RunEndEntry,
  type ToolCallPart,
  type ToolMessage,
} from "coxswain";
import type { RetryEntry } from "coxswain/session";
import { type EntryEvent } from "coxswain/store";

/** Result reasons of calls that never ran. */
const NEVER_RAN: ReadonlySet<string | undefined> = new Set(["unknown_tool", "invalid_input", "denied", "skipped"]);

/** An event without the fields that all events have. */
type RunEvent = Event extends infer One ? (One extends Event ? Omit<One, "seq" | "at" | "sessionId" | "agent"> : never) : never;

/** The event of a retry by its entry. */
export const retryStart = ({ id, attempt, tries, delay, error, model }: RetryEntry) =>
  ({ type: "retry_start", retryId: id, attempt, tries, delay, error, model }) as const;

/**
 * Converts the entries of runs to the events that the owner emitted, as far as the entries allow. Messages arrive
 * whole, and permission questions are omitted.
 */
export const replay = (): ((event: EntryEvent) => readonly Event[]) => {
  const calls = new Map<string, { readonly call: ToolCallPart; readonly messageId: string; started: boolean }>();
  let turn = 0;
  let reply: AssistantMessage | undefined;

  const assistant = (id: string, runId: string, message: AssistantMessage): readonly RunEvent[] => {
    reply = message;
    const toolCalls = message.content.filter((part) => part.type === "tool_call");
    for (const call of toolCalls) calls.set(call.id, { call, messageId: id, started: false });
    return [
      { type: "turn_start", runId, turn: ++turn },
      { type: "message_start", messageId: id, role: "assistant" },
      ...message.content.flatMap((part, at): readonly RunEvent[] => {
        if (part.type === "tool_call") return [];
        if (part.type === "provider") return [{ type: "provider_part", messageId: id, part }];
        return [{ type: "message_delta", messageId: id, kind: part.type, part: at, offset: 0, delta: part.text }];
      }),
      { type: "message_end", messageId: id, message },
      ...toolCalls.map((call): RunEvent => ({ type: "tool_call", messageId: id, call })),
    ];
  };

  /** `input`: the arguments that a hook changed. */
  const start = (callId: string, input?: unknown): readonly RunEvent[] => {
    const pending = calls.get(callId);
    if (pending === undefined || pending.started) return [];
    pending.started = true;
    const call = input === undefined ? pending.call : { ...pending.call, input };
    return [{ type: "tool_start", messageId: pending.messageId, call }];
  };

  const result = (id: string, message: ToolMessage): readonly RunEvent[] => {
    const pending = calls.get(message.callId);
    const started = NEVER_RAN.has(message.reason) ? [] : start(message.callId);
    const end: readonly RunEvent[] =
      pending === undefined ? [] : [{ type: "tool_end", messageId: pending.messageId, call: pending.call, result: message }];
    return [...started, ...end, { type: "message_end", messageId: id, message }];
  };

  const messageEvents = ({ id, message, run = "" }: MessageEntry): readonly RunEvent[] => {
    if (message.role === "assistant") return assistant(id, run, message);
    if (message.role === "tool") return result(id, message);
    return [
      { type: "message_start", messageId: id, role: "user" },
      { type: "message_end", messageId: id, message },
    ];
  };

  const eventsOf = (entry: EntryEvent["entry"]): readonly RunEvent[] => {
    if (entry.type === "message") return messageEvents(entry);
    if (entry.type === "tool_start") return start(entry.call, entry.input);
    if (entry.type === "run_start") return [{ type: "run_start", runId: entry.run }];
    if (entry.type === "retry") return [retryStart(entry)];
    if (entry.type !== "run_end") return [];
    const { run, outcome } = entry;
    return [{ type: "run_end", runId: run, outcome: outcomeOf(outcome, reply) }];
  };

  return ({ entry, seq, at, sessionId, agent }) =>
    eventsOf(entry).map((event) => Object.freeze({ ...event, seq, at, sessionId, agent }) as Event);
};

const outcomeOf = (outcome: RunEndEntry["outcome"], reply: AssistantMessage | undefined): Outcome => {
  if (outcome.kind !== "done") return outcome;
  return reply === undefined ? { kind: "aborted", reason: "The answer is not in the log." } : { ...outcome, reply };
};
