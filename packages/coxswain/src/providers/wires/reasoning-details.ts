import { asRecord, type UnknownRecord } from "../../base/index.ts";
import { maybeText } from "./fields.ts";

/**
 * Joins the fragments of OpenRouter's `reasoning_details` to the blocks of a whole response, which must be sent back
 * unchanged and in order: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning
 */
export class ReasoningDetails {
  readonly #blocks: UnknownRecord[] = [];

  get blocks(): readonly UnknownRecord[] {
    return this.#blocks;
  }

  /** Adds the fragments of one event, and returns their readable text. */
  take(fragments: readonly unknown[]): string {
    return fragments
      .map(asRecord)
      .filter((fragment) => Object.keys(fragment).length > 0)
      .map((fragment) => this.#add(fragment))
      .join("");
  }

  #add(fragment: UnknownRecord): string {
    const field = STREAMED.get(fragment["type"]);
    // Some models number all blocks 0: only the last block of an index, or of an index and an id, can continue.
    const at = this.#blocks.findLastIndex(({ index, id }) => agree(index, fragment["index"]) && agree(id, fragment["id"]));
    const block = this.#blocks[at];
    if (field === undefined || block === undefined || !continues(block, fragment, field)) this.#blocks.push(fragment);
    else this.#blocks[at] = joined(block, fragment, field);
    return field === undefined ? "" : (maybeText(fragment[field]) ?? "");
  }
}

/** The field of each type that arrives in pieces. Blocks of other types arrive whole. */
const STREAMED: ReadonlyMap<unknown, string> = new Map([
  ["reasoning.text", "text"],
  ["reasoning.summary", "summary"],
]);

const continues = (block: UnknownRecord, fragment: UnknownRecord, field: string): boolean => {
  if (block["type"] !== fragment["type"] || !agree(block["id"], fragment["id"])) return false;
  // A signature ends its block.
  const isSigned = (maybeText(block["signature"]) ?? "") !== "";
  return !isSigned || ((maybeText(fragment[field]) ?? "") === "" && agree(block["signature"], fragment["signature"]));
};

/** Returns whether two values are equal, or one is missing. */
const agree = (one: unknown, other: unknown): boolean => one == null || other == null || one === other;

const joined = (block: UnknownRecord, fragment: UnknownRecord, field: string): UnknownRecord => {
  const added = Object.entries(fragment).filter(([key, value]) => value != null && (block[key] == null || block[key] === ""));
  const texts = [block[field], fragment[field]].map(maybeText);
  return { ...block, ...Object.fromEntries(added), ...(texts.every((text) => text === undefined) ? {} : { [field]: texts.join("") }) };
};
