import type { Client, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { asRecord } from "../base/index.ts";
import { MANIFEST_LIMITS } from "./manifest.ts";
import { NEVER } from "./never.ts";
import { type ListKind, RAW_ITEMS } from "./raw-lists.ts";

/** Limits of one list: its requests, and its characters as JSON. */
const MAX_PAGES = 64;
const MAX_SIZE = 5_000_000;

interface Listing {
  readonly signal: AbortSignal;
  /** Receives a line if the list exceeds a limit: its beginning is used. */
  readonly problems: string[];
}

/** Lists what a server offers, not validated. */
export const listItems = async (client: Client, kind: ListKind, { signal, problems }: Listing): Promise<readonly unknown[]> => {
  const items: unknown[] = [];
  let size = 0;
  let cursor: unknown;
  const beginning = (fault: string): readonly unknown[] => {
    problems.push(`Used the beginning of the list of ${kind}: it ${fault}.`);
    return items;
  };
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = typeof cursor === "string" ? { cursor } : {};
    const result = asRecord(await client.request({ method: `${kind}/list`, params }, ANYTHING, { signal, timeout: NEVER }));
    const part = result[RAW_ITEMS];
    for (const item of Array.isArray(part) ? part : []) {
      size += sizeOf(item);
      if (size > MAX_SIZE) return beginning(`has more than ${MAX_SIZE} characters`);
      items.push(item);
    }
    const { nextCursor } = result;
    const isLast = typeof nextCursor !== "string" || nextCursor === cursor;
    if (isLast || items.length > MANIFEST_LIMITS[kind]) return items;
    cursor = nextCursor;
  }
  return beginning(`has more than ${MAX_PAGES} pages`);
};

/** The parts of a manifest are validated one by one. */
const ANYTHING: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "coxswain", validate: (value) => ({ value }) },
};

/** Estimates the characters of a value as JSON. It may be nested too deeply for recursion. */
const sizeOf = (value: unknown): number => {
  let size = 0;
  const open = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === "string") size += part.length;
    else if (Array.isArray(part)) for (const item of part) open.push(item);
    else
      for (const [name, item] of Object.entries(asRecord(part))) {
        size += name.length;
        open.push(item);
      }
    // Quotes, brackets and separators.
    size += 4;
  }
  return size;
};
