/** A call of a tool as far as it has arrived. */
export interface OpenCall {
  readonly name: string;
  /** All places and ids by which its pieces went. */
  readonly places: ReadonlySet<unknown>;
  readonly ids: ReadonlySet<string>;
  readonly input: string;
}

/** A piece of a call; what it does not tell is undefined. */
export interface CallPiece {
  readonly place: unknown;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly input: string;
}

/**
 * The call that a piece belongs to. OpenAI gives each piece the place of its call, and the first one its id and name. Other
 * servers tell ids and names again, leave out the place or the id, or give all calls one place or one id.
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

/** The only one, or the only one that can still grow. What begins a call belongs to none whose arguments are whole. */
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
