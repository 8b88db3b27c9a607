import type { AssistantPart, ProviderData, ProviderPart, StopReason, StreamPart, Usage } from "../model/index.ts";
import type { MessageDelta } from "./event.ts";
import { errorText } from "../base/index.ts";

/** The `finish` part of a response. */
export interface Finish {
  readonly stop: StopReason;
  readonly usage: Usage;
  readonly cost?: number;
  readonly providerData?: ProviderData;
  readonly lastPass?: Usage;
}

type DeltaKind = MessageDelta["kind"];

interface OpenPart {
  readonly index: number;
  readonly tool?: string;
  text: string;
  providerData?: ProviderData;
}

export type DraftEvent =
  | MessageDelta
  | { type: "part_end"; messageId: string; kind: "text" | "reasoning"; text: string }
  | { type: "provider_part"; messageId: string; part: ProviderPart };

/** The assistant's message while it streams. */
export class AssistantDraft {
  readonly #messageId: string;
  readonly #emit: (event: DraftEvent) => void;
  /** By kind and the provider's id: ids are unique only within a kind. */
  readonly #open = { text: new Map<string, OpenPart>(), reasoning: new Map<string, OpenPart>(), tool_input: new Map<string, OpenPart>() };
  readonly #content: (AssistantPart | undefined)[] = [];
  #finish: Finish | undefined;

  constructor(messageId: string, emit: (event: DraftEvent) => void) {
    this.#messageId = messageId;
    this.#emit = emit;
  }

  /** Set once the response is complete. */
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
        return void this.#start("text", part.id);
      case "reasoning_start":
        return void this.#start("reasoning", part.id, part.providerData);
      case "tool_input_start":
        return void this.#start("tool_input", part.id, undefined, part.name);
      case "text_end":
        return this.#end("text", part.id, undefined, part.providerData);
      case "reasoning_end":
        return this.#end("reasoning", part.id, part.text, part.providerData);
      case "tool_call":
        return this.#call(part);
      case "provider":
        this.#content.push(part.part);
        return this.#emit({ type: "provider_part", messageId: this.#messageId, part: part.part });
      case "finish": {
        const { type: _, ...finish } = part;
        this.#finish = finish;
      }
    }
  }

  /** Returns the content so far: complete parts, and text and reasoning of interrupted parts. Empty parts are omitted. */
  content(): AssistantPart[] {
    const content = [...this.#content];
    for (const kind of ["text", "reasoning"] as const) {
      for (const part of this.#open[kind].values()) content[part.index] = wholePart(kind, part.text, part.providerData);
    }
    return content.filter((part) => part !== undefined && !isEmpty(part)) as AssistantPart[];
  }

  #start(kind: DeltaKind, id: string, providerData?: ProviderData, tool?: string): OpenPart {
    const index = this.#content.push(undefined) - 1;
    const part: OpenPart = { index, text: "", ...(tool === undefined ? {} : { tool }) };
    if (providerData !== undefined) part.providerData = providerData;
    this.#open[kind].set(id, part);
    return part;
  }

  #grow(kind: DeltaKind, id: string, text: string): void {
    const delta = asText(text);
    if (delta === "") return;
    const part = this.#open[kind].get(id) ?? this.#start(kind, id);
    const offset = part.text.length;
    part.text += delta;
    const { index, tool } = part;
    const event: MessageDelta = { type: "message_delta", messageId: this.#messageId, kind, part: index, offset, delta };
    this.#emit(tool === undefined ? event : { ...event, tool });
  }

  #end(kind: "text" | "reasoning", id: string, text?: string, providerData?: ProviderData): void {
    const part = this.#open[kind].get(id);
    if (part === undefined) return;
    this.#open[kind].delete(id);
    const whole = wholePart(kind, text === undefined ? part.text : asText(text), providerData ?? part.providerData);
    this.#content[part.index] = whole;
    if (whole.text !== "") this.#emit({ type: "part_end", messageId: this.#messageId, kind, text: whole.text });
  }

  #call(part: Extract<StreamPart, { type: "tool_call" }>): void {
    const started = this.#open.tool_input.get(part.id);
    this.#open.tool_input.delete(part.id);
    const index = started?.index ?? this.#content.push(undefined) - 1;
    const { id, name, input, providerData } = part;
    this.#content[index] = {
      type: "tool_call",
      id: asText(id),
      name: asText(name),
      input,
      ...(providerData === undefined ? {} : { providerData }),
    };
  }
}

/** A custom model may send any value; an entry with a non-string here could not be read again. */
const asText = (value: unknown): string => (typeof value === "string" ? value : errorText(value ?? ""));

const wholePart = (kind: "text" | "reasoning", text: string, providerData?: ProviderData) => ({
  type: kind,
  text,
  ...(providerData === undefined ? {} : { providerData }),
});

/** Reasoning without text is not empty if it carries data that the provider requires back. */
const isEmpty = (part: AssistantPart): boolean =>
  "text" in part && part.text === "" && (part.type === "text" || part.providerData === undefined);
