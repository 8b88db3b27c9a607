import { asRecord } from "../../base/index.ts";
import { listOf, maybeText } from "./fields.ts";

/**
 * Arguments of a call that arrive in pieces, each with the path of its value:
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/Content#PartialArg
 */
export class StreamedArguments {
  readonly #root: Container = { isArray: false, items: new Map() };
  /** The containers that are open in the emitted text, outermost first. */
  readonly #open: OpenContainer[] = [];
  /** The path of the string that is open in the emitted text. */
  #string: string | undefined;
  /** The paths of all strings that continue. */
  readonly #continued = new Set<string>();
  #text = "";

  /** Adds pieces. Returns the JSON text that they append, for display; values out of order appear twice in it. */
  add(partialArgs: unknown): string {
    const before = this.#text.length;
    for (const piece of listOf(partialArgs).map(asRecord)) {
      const isContinued = piece["willContinue"] === true;
      const path = maybeText(piece["jsonPath"]) ?? "";
      const steps = stepsOf(path);
      if (steps.length > 0) this.#addPiece(path, steps, valueOf(piece), isContinued);
    }
    return this.#text.slice(before);
  }

  /**
   * Returns the arguments as JSON, or the text so far, which is not JSON, if they are truncated. `rest`: what the text
   * needs to be the same, for display.
   */
  end(isTruncated: boolean): { readonly input: string; readonly rest: string } {
    const [half] = this.#continued;
    // The text must end inside a string that is not complete, so that no repair of it makes valid arguments.
    if (half !== undefined && this.#string === undefined) {
      const steps = stepsOf(half);
      this.#write(steps, JSON.stringify(valueAt(this.#root, steps)), true);
    }
    if (isTruncated || half !== undefined) return { input: this.#text || "{", rest: "" };
    const input = jsonOf(this.#root);
    return { input, rest: input.startsWith(this.#text) ? input.slice(this.#text.length) : "" };
  }

  #addPiece(path: string, steps: readonly Step[], value: Scalar | undefined, isContinued: boolean): void {
    const before = valueAt(this.#root, steps);
    if (value !== undefined) {
      const isText = typeof value === "string";
      const whole = isText && this.#continued.has(path) && typeof before === "string" ? before + value : value;
      setValue(this.#root, steps, whole);
      if (isText && this.#string === path) this.#text += JSON.stringify(value).slice(1, -1);
      else this.#write(steps, JSON.stringify(whole), isContinued && isText);
      if (isText && isContinued) {
        this.#string = path;
        this.#continued.add(path);
      }
    } else if (before === undefined && !isContinued) {
      // A piece without a value is an empty container.
      setValue(this.#root, steps, { isArray: path.endsWith("[]"), items: new Map() });
      this.#write(steps, path.endsWith("[]") ? "[]" : "{}", false);
    }
    if (isContinued) return;
    this.#continued.delete(path);
    if (this.#string === path) this.#closeString();
  }

  #write(steps: readonly Step[], json: string, isOpen: boolean): void {
    this.#closeString();
    const containers: readonly Step[] = ["", ...steps.slice(0, -1)];
    let common = 0;
    while (common < this.#open.length && this.#open[common]?.step === containers[common]) common += 1;
    while (this.#open.length > common) this.#text += this.#open.pop()?.isArray === true ? "]" : "}";
    for (const [at, step] of containers.entries()) {
      if (at < common) continue;
      const isArray = typeof steps[at] === "number";
      this.#text += `${this.#label(step)}${isArray ? "[" : "{"}`;
      this.#open.push({ step, isArray, length: 0 });
    }
    this.#text += `${this.#label(steps.at(-1) ?? "")}${isOpen ? json.slice(0, -1) : json}`;
  }

  /** Returns the comma and the key before a value in the innermost open container. */
  #label(step: Step): string {
    const inside = this.#open.at(-1);
    if (inside === undefined) return "";
    const comma = inside.length === 0 ? "" : ",";
    inside.length += 1;
    return inside.isArray ? comma : `${comma}${JSON.stringify(String(step))}:`;
  }

  #closeString(): void {
    if (this.#string !== undefined) this.#text += '"';
    this.#string = undefined;
  }
}

/** A key of an object, or an index of an array. */
type Step = string | number;

type Scalar = string | number | boolean | null;

type Value = Scalar | Container;

/** Maps, not objects: keys such as `__proto__` are data, and an index takes no more room than its value. */
interface Container {
  readonly isArray: boolean;
  readonly items: Map<Step, Value>;
}

interface OpenContainer {
  readonly step: Step;
  readonly isArray: boolean;
  length: number;
}

/** A step of a JSON path: `.name`, `['name']`, `["name"]` or `[0]` (RFC 9535). */
const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/g;

const stepsOf = (path: string): readonly Step[] =>
  [...path.replace(/^(?!\$)/, "$.").matchAll(STEP)].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? (single ?? double ?? "").replaceAll(/\\(.)/g, "$1")) : Number(index),
  );

const valueOf = ({ stringValue, numberValue, boolValue, ...others }: Readonly<Record<string, unknown>>): Scalar | undefined => {
  if (typeof stringValue === "string") return stringValue;
  if (typeof numberValue === "number") return numberValue;
  if (typeof boolValue === "boolean") return boolValue;
  return "nullValue" in others ? null : undefined;
};

const isContainer = (value: Value | undefined): value is Container => typeof value === "object" && value !== null;

const valueAt = (root: Container, steps: readonly Step[]): Value | undefined => {
  let value: Value | undefined = root;
  for (const step of steps) value = isContainer(value) ? value.items.get(step) : undefined;
  return value;
};

const setValue = (root: Container, steps: readonly Step[], value: Value): void => {
  let container = root;
  for (const [at, step] of steps.entries()) {
    const next = steps[at + 1];
    if (next === undefined) return void container.items.set(step, value);
    const existing = container.items.get(step);
    const inner: Container = isContainer(existing) ? existing : { isArray: typeof next === "number", items: new Map() };
    container.items.set(step, inner);
    container = inner;
  }
};

const jsonOf = (value: Value): string => {
  if (!isContainer(value)) return JSON.stringify(value);
  const items = [...value.items];
  if (!value.isArray) return `{${items.map(([key, item]) => `${JSON.stringify(String(key))}:${jsonOf(item)}`).join(",")}}`;
  const sorted = items.toSorted(([one], [other]) => Number(one) - Number(other));
  return `[${sorted.map(([, item]) => jsonOf(item)).join(",")}]`;
};
