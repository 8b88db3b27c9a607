import type { StreamPart } from "../../model/index.ts";
import { UnreadableAnswer } from "../errors/index.ts";
import { callOfPiece, type CallPiece, type OpenCall } from "./call-of-piece.ts";
import { type UnknownRecord, asRecord } from "../../base/index.ts";
import { maybeText } from "./fields.ts";

interface Call extends OpenCall {
  readonly id: string;
  readonly places: Set<unknown>;
  readonly ids: Set<string>;
  input: string;
  /** Google's thought signature of the call, which other servers also forward. */
  signature: string | undefined;
}

/** The pieces of a call that arrived before its name. */
interface Nameless {
  id: string | undefined;
  input: string;
  signature: string | undefined;
}

/** Assembles the tool calls of a chat completion from their pieces. */
export class ChatCalls {
  readonly #emit: (part: StreamPart) => void;
  readonly #calls: Call[] = [];
  readonly #nameless = new Map<unknown, Nameless>();

  constructor(emit: (part: StreamPart) => void) {
    this.#emit = emit;
  }

  take({ index, id, function: named, extra_content: extra }: UnknownRecord): void {
    const { name, arguments: input } = asRecord(named);
    const piece = { place: index ?? undefined, id: filled(id), name: filled(name), input: maybeText(input) ?? "" };
    const signature = filled(asRecord(asRecord(extra)["google"])["thought_signature"]);
    if (this.#isNameless(piece)) return this.#hold(piece, signature);
    const call = callOfPiece(piece, this.#calls);
    if (call === "another") this.#begin(piece, signature);
    else if (call !== "unclear") this.#grow(call, piece);
  }

  /** @returns all calls in index order */
  end(): readonly Call[] {
    if (this.#nameless.size > 0) throw nameless();
    const places = this.#calls.map((call) => ({ call, place: Number([...call.places][0]) }));
    return places.some(({ place }) => Number.isNaN(place))
      ? this.#calls
      : places.toSorted((one, other) => one.place - other.place).map(({ call }) => call);
  }

  #isNameless({ place, name }: CallPiece): boolean {
    return name === undefined && place !== undefined && !this.#calls.some(({ places }) => places.has(place));
  }

  #hold({ place, id, input }: CallPiece, signature: string | undefined): void {
    const held = this.#nameless.get(place);
    this.#nameless.set(place, {
      id: held?.id ?? id,
      input: (held?.input ?? "") + input,
      signature: held?.signature ?? signature,
    });
  }

  #begin(piece: CallPiece, signature: string | undefined): void {
    const { place, name } = piece;
    if (name === undefined) throw nameless();
    const held = this.#nameless.get(place);
    this.#nameless.delete(place);
    const id = held?.id ?? piece.id;
    const call: Call = {
      id: this.#fresh(id),
      name,
      places: new Set(),
      ids: new Set(),
      input: "",
      signature: held?.signature ?? signature,
    };
    this.#calls.push(call);
    this.#emit({ type: "tool_input_start", id: call.id, name });
    this.#grow(call, { place, id, name, input: (held?.input ?? "") + piece.input });
  }

  #grow(call: Call, { place, id, input }: CallPiece): void {
    if (place !== undefined) call.places.add(place);
    if (id !== undefined) call.ids.add(id);
    call.input += input;
    if (input !== "") this.#emit({ type: "tool_input_delta", id: call.id, delta: input });
  }

  /** Returns a unique ID, even if calls share an ID or have none. */
  #fresh(id: string | undefined): string {
    const isTaken = (one: string): boolean => this.#calls.some((call) => call.id === one);
    if (id !== undefined && !isTaken(id)) return id;
    let number = this.#calls.length + 1;
    while (isTaken(`call_${number}`)) number += 1;
    return `call_${number}`;
  }
}

const filled = (value: unknown): string | undefined => (typeof value === "string" && value.trim() !== "" ? value : undefined);
const nameless = () => new UnreadableAnswer("A call of a tool has no name.");
