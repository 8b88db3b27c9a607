import type { StreamPart } from "../../model/index.ts";
import { UnreadableAnswer } from "../errors/index.ts";
import { type Fields, fieldsOf, maybeText } from "./fields.ts";

interface Call {
  readonly id: string;
  readonly name: string;
  readonly place: unknown;
  readonly first: Fields;
  input: string;
}

/** A call of which nobody knows the name yet. */
interface Nameless {
  id: unknown;
  first: Fields;
  input: string;
}

/**
 * Puts the calls of a chat completion together out of their pieces. OpenAI gives each piece the place of its call, and the
 * first one its id and name. Other servers repeat ids and names, leave the place or the id out, give all calls one place or
 * one id, or tell the name late: a piece goes to the one call that it can belong to, else it begins another.
 */
export class ChatCalls {
  readonly #emit: (part: StreamPart) => void;
  readonly #calls: Call[] = [];
  readonly #byPlace = new Map<unknown, Set<Call>>();
  readonly #byId = new Map<string, Set<Call>>();
  readonly #nameless = new Map<unknown, Nameless>();

  constructor(emit: (part: StreamPart) => void) {
    this.#emit = emit;
  }

  get any(): boolean {
    return this.#calls.length > 0;
  }

  take(piece: Fields): void {
    const { name, arguments: text } = fieldsOf(piece["function"]);
    this.#place({ piece, place: piece["index"] ?? undefined, id: filled(piece["id"]), name: filled(name), input: maybeText(text) ?? "" });
  }

  /** Ends them all. @returns each in its place, with its first piece */
  end(): readonly Call[] {
    if (this.#nameless.size > 0) throw new UnreadableAnswer("A call of a tool has no name.");
    const placed = this.#calls.every(({ place }) => typeof place === "number");
    return placed ? this.#calls.toSorted((one, other) => Number(one.place) - Number(other.place)) : this.#calls;
  }

  #place(piece: Piece): void {
    const known = this.#byPlace.has(piece.place);
    if (piece.place !== undefined && !known && piece.name === undefined) return this.#hold(piece);
    const call = this.#find(piece);
    if (call === "another") this.#begin(piece);
    else if (call !== "unclear") this.#grow(call, piece);
  }

  /** The call that a piece belongs to. */
  #find({ place, id, name, input }: Piece): Call | "another" | "unclear" {
    const begins = name !== undefined && /^\s*[[{]/.test(input);
    const here = place === undefined ? undefined : this.#byPlace.get(place);
    const fitting = [...(here ?? [])].filter((call) => name === undefined || call.name === name);
    const namesakes = id === undefined ? undefined : this.#byId.get(id);
    if (namesakes !== undefined) {
      if (place === undefined)
        return oneOf(
          [...namesakes].filter((call) => name === undefined || call.name === name),
          begins,
        );
      const found = oneOf(
        fitting.filter((call) => namesakes.has(call)),
        begins,
      );
      if (found !== "another" || name !== undefined) return found;
      return here === undefined ? oneOf([...namesakes], false) : "unclear";
    }
    if (id !== undefined) {
      if (fitting.length === 0 || begins) return "another";
      return oneOf(fitting, name !== undefined && input.trim() === "");
    }
    if (here !== undefined) return oneOf(fitting, begins);
    return name === undefined ? oneOf(this.#calls, false) : "another";
  }

  #begin({ piece, place, id, name, input }: Piece): void {
    if (name === undefined) throw new UnreadableAnswer("A call of a tool has no name.");
    const held = this.#nameless.get(place);
    this.#nameless.delete(place);
    const wireId = filled(held?.id) ?? id;
    const text = (held?.input ?? "") + input;
    const call: Call = { id: this.#fresh(wireId), name, place, first: { ...piece, ...held?.first }, input: "" };
    this.#calls.push(call);
    this.#emit({ type: "tool_input_start", id: call.id, name });
    this.#grow(call, { piece, place, id: wireId, name, input: text });
  }

  #grow(call: Call, { place, id, input }: Piece): void {
    if (id !== undefined) entry(this.#byId, id).add(call);
    if (place !== undefined) entry(this.#byPlace, place).add(call);
    call.input += input;
    if (input !== "") this.#emit({ type: "tool_input_delta", id: call.id, delta: input });
  }

  #hold({ piece, place, id, input }: Piece): void {
    const held = this.#nameless.get(place);
    if (held === undefined) this.#nameless.set(place, { id, first: piece, input });
    else {
      held.id ??= id;
      held.first = { ...piece, ...held.first };
      held.input += input;
    }
  }

  /** Two calls of one id are told apart. */
  #fresh(id: string | undefined): string {
    const taken = (one: string): boolean => this.#calls.some((call) => call.id === one);
    if (id !== undefined && !taken(id)) return id;
    let number = this.#calls.length + 1;
    while (taken(`call_${number}`)) number += 1;
    return `call_${number}`;
  }
}

interface Piece {
  readonly piece: Fields;
  readonly place: unknown;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly input: string;
}

/** The one that can still grow, where there is but one. A piece that begins a call joins none whose arguments are whole. */
const oneOf = (calls: readonly Call[], begins: boolean): Call | "another" | "unclear" => {
  const [only] = calls;
  if (only === undefined) return "another";
  if (!begins && calls.length === 1) return only;
  const growing = calls.filter(({ input }) => !isWhole(input));
  const [one] = growing;
  if (one !== undefined && growing.length === 1) return one;
  return growing.length > 1 || !begins ? "unclear" : "another";
};

const isWhole = (input: string): boolean => {
  try {
    return typeof JSON.parse(input) === "object";
  } catch {
    return false;
  }
};

const filled = (value: unknown): string | undefined => (typeof value === "string" && value.trim() !== "" ? value : undefined);

const entry = <Key>(map: Map<Key, Set<Call>>, key: Key): Set<Call> => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = new Set<Call>();
  map.set(key, made);
  return made;
};
