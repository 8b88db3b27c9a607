import { isMessage, type MessageDelta, type MessageEntry } from "../loop/index.ts";
import { asTyped, type AssistantPart, type Message, type StopReason, type Usage } from "../model/index.ts";
import type { Event } from "../journal/index.ts";
import { history, type Session } from "../session/index.ts";
import { agentToolCall, type AgentToolResult, agentToolResult } from "./agent-message.ts";

/** Message as shown on a screen, complete or not. Each change creates a new object. */
export interface MessageRow {
  readonly id: string;
  readonly role: Message["role"];
  readonly parts: readonly RowPart[];
  readonly createdAt: Date;
  /** Present on a complete message of the model. */
  readonly finish?: { readonly reason: StopReason; readonly usage: Usage; readonly cost?: number };
}

export type RowPart =
  | { readonly type: "text" | "reasoning"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: string }
  /** Until it is finished, `input` is partial, and `id` is empty. */
  | { readonly type: "tool_call"; readonly id: string; readonly name: string; readonly input: string; readonly finished: boolean }
  | ({ readonly type: "tool_result" } & AgentToolResult)
  /** A tool that ran at the provider: its call, its result, or both. `input`: JSON. */
  | { readonly type: "provider"; readonly name: string; readonly input?: string; readonly output?: string; readonly isError: boolean };

export interface RowChange {
  readonly type: "created" | "updated" | "deleted";
  readonly row: MessageRow;
}

/** Streams the messages of a session as rows: existing ones as `created`, and then each change from the call on. */
export const messageRows = (session: Session): AsyncIterable<RowChange> => changes(session, history(session), session.events());

async function* changes(
  session: Session,
  before: readonly MessageEntry[],
  events: AsyncIterable<Event>,
): AsyncGenerator<RowChange, void, undefined> {
  const rows = new Rows();
  for (const entry of before) yield rows.keep(entry);
  for await (const event of events) {
    const change = event.sessionId === session.id ? rows.take(event) : undefined;
    if (change !== undefined) yield change;
  }
}

/** Rows of incomplete messages, and the ids of emitted rows. */
class Rows {
  readonly #emitted = new Set<string>();
  #draft: { readonly row: MessageRow; readonly parts: Map<number, RowPart> } | undefined;

  /** Returns the change for a complete message. */
  keep(entry: MessageEntry): RowChange {
    const type = this.#emitted.has(entry.id) ? "updated" : "created";
    this.#emitted.add(entry.id);
    return { type, row: rowOf(entry) };
  }

  take(event: Event): RowChange | undefined {
    switch (event.type) {
      case "message_start":
        return event.role === "assistant" ? this.#begin(event.messageId, event.at) : undefined;
      case "message_delta":
        return this.#write(event);
      case "message_discard":
        return this.#discard(event.messageId);
      case "entry":
        return isMessage(event.entry) ? this.keep(event.entry) : undefined;
      default:
        return undefined;
    }
  }

  #begin(id: string, at: number): RowChange {
    const row: MessageRow = { id, role: "assistant", parts: [], createdAt: new Date(at) };
    this.#draft = { row, parts: new Map() };
    this.#emitted.add(id);
    return { type: "created", row };
  }

  #write(delta: MessageDelta): RowChange | undefined {
    if (this.#draft?.row.id !== delta.messageId) return undefined;
    const { parts } = this.#draft;
    parts.set(delta.part, longer(parts.get(delta.part), delta));
    const row = { ...this.#draft.row, parts: [...parts.values()] };
    this.#draft = { row, parts };
    return { type: "updated", row };
  }

  #discard(id: string): RowChange | undefined {
    if (this.#draft?.row.id !== id) return undefined;
    const { row } = this.#draft;
    this.#draft = undefined;
    return { type: "deleted", row };
  }
}

const longer = (part: RowPart | undefined, { kind, delta, tool = "" }: MessageDelta): RowPart => {
  if (kind === "tool_input") {
    const input = part?.type === "tool_call" ? part.input : "";
    return { type: "tool_call", id: "", name: tool, input: input + delta, finished: false };
  }
  return { type: kind, text: (part !== undefined && "text" in part ? part.text : "") + delta };
};

const rowOf = ({ id, at, message }: MessageEntry): MessageRow => {
  const row = { id, role: message.role, createdAt: new Date(at) };
  switch (message.role) {
    case "user":
      return { ...row, parts: asTyped(message).content.map(partOf) };
    case "tool":
      return { ...row, parts: [{ type: "tool_result", ...agentToolResult(message) }] };
    case "assistant": {
      const { stop: reason, usage, cost } = message;
      return { ...row, parts: message.content.map(partOf), finish: { reason, usage, ...(cost === undefined ? {} : { cost }) } };
    }
  }
};

const partOf = (part: AssistantPart | Extract<Message, { role: "user" }>["content"][number]): RowPart => {
  switch (part.type) {
    case "tool_call":
      return { type: "tool_call", ...agentToolCall(part), finished: true };
    case "image":
      return { type: "image", mediaType: part.mediaType };
    case "provider": {
      const { type, name, input, output, isError = false } = part;
      const call = input === undefined ? {} : { input: JSON.stringify(input) };
      return { type, name, ...call, ...(output === undefined ? {} : { output }), isError };
    }
    default:
      return { type: part.type, text: part.text };
  }
};
