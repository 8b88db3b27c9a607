import { isMessage, type MessageEntry } from "../loop/index.ts";
import { asTyped, type Message, type StopReason, type Usage } from "../model/index.ts";
import type { Event } from "../journal/index.ts";
import { history, type Session } from "../session/index.ts";
import { type Block, SessionView } from "../view/index.ts";
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
  const rows = new Rows(session.id);
  for (const entry of before) yield rows.add(entry);
  for await (const event of events) {
    const change = event.sessionId === session.id ? rows.apply(event) : undefined;
    if (change !== undefined) yield change;
  }
}

/** The blocks of a view, grouped by message. */
class Rows {
  readonly #view: SessionView;
  /** The row of the message that streams. */
  #draft: MessageRow | undefined;

  constructor(id: string) {
    this.#view = new SessionView(id);
  }

  /** Returns the row of a stored message. */
  add(entry: MessageEntry): RowChange {
    this.#view.add(entry);
    return this.#complete(entry);
  }

  apply(event: Event): RowChange | undefined {
    this.#view.apply(event);
    switch (event.type) {
      case "message_start": {
        if (event.role !== "assistant") return undefined;
        this.#draft = { id: event.messageId, role: "assistant", parts: [], createdAt: new Date(event.at) };
        return { type: "created", row: this.#draft };
      }
      case "message_delta":
      case "provider_part":
        if (this.#draft?.id !== event.messageId) return undefined;
        this.#draft = { ...this.#draft, parts: this.#partsOf(event.messageId) };
        return { type: "updated", row: this.#draft };
      case "message_discard": {
        const row = this.#draft;
        if (row?.id !== event.messageId) return undefined;
        this.#draft = undefined;
        return { type: "deleted", row };
      }
      case "entry":
        return isMessage(event.entry) ? this.#complete(event.entry) : undefined;
      default:
        return undefined;
    }
  }

  #complete(entry: MessageEntry): RowChange {
    const type = this.#draft?.id === entry.id ? "updated" : "created";
    const row = { id: entry.id, role: entry.message.role, createdAt: new Date(entry.at), ...this.#contentOf(entry) };
    this.#view.takeSettled();
    return { type, row };
  }

  #contentOf({ id, message }: MessageEntry): Pick<MessageRow, "parts" | "finish"> {
    switch (message.role) {
      case "user":
        return { parts: asTyped(message).content.map((part) => (part.type === "image" ? imagePart(part) : textPart("text", part.text))) };
      case "tool":
        return { parts: [{ type: "tool_result", ...agentToolResult(message) }] };
      case "assistant": {
        const { stop: reason, usage, cost } = message;
        return { parts: this.#partsOf(id), finish: { reason, usage, ...(cost === undefined ? {} : { cost }) } };
      }
    }
  }

  #partsOf(message: string): readonly RowPart[] {
    return this.#view.blocks.flatMap((block) => ("message" in block && block.message === message ? (partOf(block) ?? []) : []));
  }
}

const textPart = (type: "text" | "reasoning", text: string): RowPart => ({ type, text });

const imagePart = ({ mediaType }: { readonly mediaType: string }): RowPart => ({ type: "image", mediaType });

const partOf = (block: Block): RowPart | undefined => {
  switch (block.kind) {
    case "text":
    case "reasoning":
      return textPart(block.kind, block.text);
    case "call": {
      const { call: id, tool: name, input, state } = block;
      return { type: "tool_call", ...agentToolCall({ type: "tool_call", id, name, input }), finished: state !== "writing" };
    }
    case "provider": {
      const { name, input, output, isError } = block;
      const call = input === undefined ? {} : { input: JSON.stringify(input) };
      return { type: "provider", name, ...call, ...(output === undefined ? {} : { output }), isError };
    }
    default:
      return undefined;
  }
};
