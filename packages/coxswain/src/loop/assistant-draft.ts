import type { AssistantPart, ProviderData, StopReason, StreamPart, Usage } from "../model/index.ts";
import type { MessageDelta } from "./event.ts";

/** A response's end, as its `finish` told it. */
export interface Finish {
  readonly stop: StopReason;
  readonly usage: Usage;
  readonly cost?: number;
}

interface OpenPart {
  readonly kind: "text" | "reasoning" | "tool_input";
  readonly index: number;
  readonly tool?: string;
  text: string;
  providerData?: ProviderData;
}

export type DraftEvent = MessageDelta | { type: "part_end"; messageId: string; kind: "text" | "reasoning"; text: string };

/** The assistant's message while it arrives. */
export class AssistantDraft {
  readonly #messageId: string;
  readonly #emit: (event: DraftEvent) => void;
  readonly #open = new Map<string, OpenPart>();
  readonly #content: (AssistantPart | undefined)[] = [];
  #finish: Finish | undefined;

  constructor(messageId: string, emit: (event: DraftEvent) => void) {
    this.#messageId = messageId;
    this.#emit = emit;
  }

  /** Set once the response is whole. */
  get finish(): Finish | undefined {
    return this.#finish;
  }

  take(part: StreamPart): void {
    if (this.#finish !== undefined) return;
    switch (part.type) {
      case "text_delta":
        return this.#grow("text", part.id, part.delta);
      case "reasoning_delta":
        return this.#grow("reasoning", part.id, part.delta);
      case "tool_input_delta":
        return this.#grow("tool_input", part.id, part.delta);
      case "text_start":
        return this.#start("text", part.id);
      case "reasoning_start":
        return this.#start("reasoning", part.id, part.providerData);
      case "tool_input_start":
        return this.#start("tool_input", part.id, undefined, part.name);
      case "text_end":
        return this.#end("text", part.id, undefined, part.providerData);
      case "reasoning_end":
        return this.#end("reasoning", part.id, part.text, part.providerData);
      case "tool_call":
        return this.#call(part);
      case "finish":
        this.#finish = { stop: part.stop, usage: part.usage, ...(part.cost === undefined ? {} : { cost: part.cost }) };
    }
  }

  /** What has arrived: whole parts, and the text and reasoning of parts that were cut off. Empty parts are left out. */
  content(): AssistantPart[] {
    const content = [...this.#content];
    for (const part of this.#open.values()) {
      if (part.kind !== "tool_input") content[part.index] = wholePart(part.kind, part.text, part.providerData);
    }
    return content.filter((part) => part !== undefined && !isEmpty(part)) as AssistantPart[];
  }

  #start(kind: OpenPart["kind"], id: string, providerData?: ProviderData, tool?: string): void {
    const index = this.#content.push(undefined) - 1;
    const part: OpenPart = { kind, index, text: "", ...(tool === undefined ? {} : { tool }) };
    if (providerData !== undefined) part.providerData = providerData;
    this.#open.set(`${kind} ${id}`, part);
  }

  #grow(kind: OpenPart["kind"], id: string, delta: string): void {
    if (delta === "") return;
    const key = `${kind} ${id}`;
    let part = this.#open.get(key);
    if (part === undefined) {
      this.#start(kind, id);
      part = this.#open.get(key) as OpenPart;
    }
    const offset = part.text.length;
    part.text += delta;
    const { index, tool } = part;
    const event: MessageDelta = { type: "message_delta", messageId: this.#messageId, kind, part: index, offset, delta };
    this.#emit(tool === undefined ? event : { ...event, tool });
  }

  #end(kind: "text" | "reasoning", id: string, text?: string, providerData?: ProviderData): void {
    const key = `${kind} ${id}`;
    const part = this.#open.get(key);
    if (part === undefined) return;
    this.#open.delete(key);
    const whole = wholePart(kind, text ?? part.text, providerData ?? part.providerData);
    this.#content[part.index] = whole;
    if (whole.text !== "") this.#emit({ type: "part_end", messageId: this.#messageId, kind, text: whole.text });
  }

  #call(part: Extract<StreamPart, { type: "tool_call" }>): void {
    const key = `tool_input ${part.id}`;
    const started = this.#open.get(key);
    this.#open.delete(key);
    const index = started?.index ?? this.#content.push(undefined) - 1;
    const { id, name, input, providerData } = part;
    this.#content[index] = { type: "tool_call", id, name, input, ...(providerData === undefined ? {} : { providerData }) };
  }
}

const wholePart = (kind: "text" | "reasoning", text: string, providerData?: ProviderData) => ({
  type: kind,
  text,
  ...(providerData === undefined ? {} : { providerData }),
});

/** Reasoning without text is kept when it carries what the provider wants back. */
const isEmpty = (part: AssistantPart): boolean =>
  part.type !== "tool_call" && part.text === "" && (part.type === "text" || part.providerData === undefined);
