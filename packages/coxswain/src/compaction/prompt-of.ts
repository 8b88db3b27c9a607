import type { Entry } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { type CompactionEntry, quarantinedOn } from "../context/index.ts";
import { partText } from "./transcript.ts";

/** Under which a compaction carries what was asked of a run that it cuts in two. */
export const PROMPT = "prompt";

/**
 * What the person said to a run before a cut, word for word: its prompt, and what steered it. Where its beginning is not at
 * hand, an earlier compaction carried it. `firstKept`: what comes behind the cut; undefined: nothing.
 */
export const promptOf = (
  path: readonly Entry[],
  run: string,
  firstKept: Entry | undefined,
  previous: CompactionEntry | undefined,
): string | undefined => {
  const before = firstKept === undefined ? path : path.slice(0, path.indexOf(firstKept));
  const refused = quarantinedOn(path);
  const said = before.flatMap((entry) => {
    if (!isMessage(entry) || entry.run !== run || entry.message?.role !== "user" || !Array.isArray(entry.message.content)) return [];
    const without = refused?.get(entry.id);
    const parts = entry.message.content.filter((_, at) => without?.has(at) !== true && without?.has(undefined) !== true);
    const text = parts.map(partText).join("\n").trim();
    return text === "" ? [] : [text];
  });
  if (said.length > 0) return said.join("\n\n[Later, while the work went on:]\n");
  return previous?.preserved.find((carried) => carried?.name === PROMPT)?.text;
};
