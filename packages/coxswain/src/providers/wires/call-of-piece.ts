/** A partially received tool call. */
export interface OpenCall {
  readonly name: string;
  /** All indexes and IDs of its pieces so far. */
  readonly places: ReadonlySet<unknown>;
  readonly ids: ReadonlySet<string>;
  readonly input: string;
}

/** A piece of a call. Absent fields are undefined. */
export interface CallPiece {
  readonly place: unknown;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly input: string;
}

/**
 * Returns the call that a piece belongs to. OpenAI sends the call's index with each piece, and its ID and name with the
 * first. Other servers repeat IDs and names, omit the index or the ID, or use one index or ID for all calls.
 */
export const callOfPiece = <Call extends OpenCall>(
  { place, id, name, input }: CallPiece,
  calls: readonly Call[],
): Call | "another" | "unclear" => {
  const begins = name !== undefined && /^\s*[[{]/.test(input);
  const isNamed = (call: Call): boolean => name === undefined || call.name === name;
  const here = place === undefined ? [] : calls.filter(({ places }) => places.has(place));
  const namesakes = id === undefined ? [] : calls.filter(({ ids }) => ids.has(id));
  if (namesakes.length > 0) {
    const fitting = namesakes.filter((call) => isNamed(call) && (place === undefined || here.includes(call)));
    if (fitting.length > 0 || name !== undefined) return oneOf(fitting, begins);
    return here.length > 0 ? "unclear" : oneOf(namesakes, false);
  }
  const fitting = here.filter(isNamed);
  if (id !== undefined) return begins ? "another" : oneOf(fitting, name !== undefined && input.trim() === "");
  if (here.length > 0) return oneOf(fitting, begins);
  return name === undefined ? oneOf(calls, false) : "another";
};

/**
 * Returns the only candidate, or the only incomplete one. A piece that begins a call cannot continue a complete one.
 */
const oneOf = <Call extends OpenCall>(calls: readonly Call[], begins: boolean): Call | "another" | "unclear" => {
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
