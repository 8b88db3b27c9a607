import { type AssistantMessage, type AssistantPart, NO_USAGE, type StopReason, type ToolMessage, type Usage } from "../../model/index.ts";
import type { Place, EntryWriter } from "./entry-writer.ts";

/**
 * A response and the results of its calls. The importer collects it from records that may arrive out of order: a result
 * may precede the end of the response.
 */
export class Turn {
  readonly place: Place;
  readonly model: string;
  #parts: readonly AssistantPart[] = [];
  #results: readonly { readonly message: ToolMessage; readonly place: Place }[] = [];
  /** Id of its last entry; undefined until it is written. */
  tail: string | undefined;
  usage: Usage = NO_USAGE;
  cost: number | undefined;
  stop: StopReason | undefined;

  constructor(place: Place, model: string) {
    this.place = place;
    this.model = model;
  }

  /** True if it has results of its calls. */
  get hasResults(): boolean {
    return this.#results.length > 0;
  }

  add(...parts: readonly AssistantPart[]): void {
    this.#parts = [...this.#parts, ...parts];
  }

  result(message: ToolMessage, place: Place): void {
    this.#results = [...this.#results, { message, place }];
  }

  has(callId: string): boolean {
    return this.#parts.some((part) => part.type === "tool_call" && part.id === callId);
  }

  /** Writes the turn and clears its content. */
  write(writer: EntryWriter): void {
    const calls = this.#parts.some(({ type }) => type === "tool_call");
    const message: AssistantMessage = {
      role: "assistant",
      content: this.#parts,
      model: this.model,
      stop: this.stop ?? (calls ? "tool_calls" : "stop"),
      usage: this.usage,
      ...(this.cost === undefined ? {} : { cost: this.cost }),
    };
    this.tail = writer.addMessage(message, this.place);
    for (const { message: result, place } of this.#results) this.tail = writer.addMessage(result, place);
    this.#parts = [];
    this.#results = [];
  }
}
