import { encode } from "../log/index.ts";
import type { SessionSource } from "./source.ts";
import { withoutCheckpoints } from "./without-checkpoints.ts";

/** A whole session as text that can be imported again: its header, then one entry a line, with all of their content. */
export async function* exportJsonl(source: SessionSource): AsyncGenerator<string> {
  yield `${encode(source.header)}\n`;
  for await (const entry of withoutCheckpoints(source.read())) yield `${encode(entry)}\n`;
}
