import { encode, isCheckpoint } from "../log/index.ts";
import type { SessionSource } from "./source.ts";
import { visibleJson } from "./visible.ts";
import { without } from "./without.ts";

/**
 * A whole session as text that can be imported again: its header, then one entry a line, with all of their content. What is
 * derived from the entries and holds in their own file alone is left out. A terminal may show it.
 */
export async function* exportJsonl(source: SessionSource): AsyncGenerator<string> {
  yield `${visibleJson(encode(source.header))}\n`;
  for await (const entry of without(source.read(), isCheckpoint)) yield `${visibleJson(encode(entry))}\n`;
}
