import { asAnyEntry, isValidEntry, type SetupEntry } from "../journal/index.ts";
import type { Entry } from "../log/index.ts";
import { type Block, type NoticeBlock, SessionView } from "../view/index.ts";
import type { Outline, Segment } from "./outline.ts";

/** A piece of an export: the blocks of one answer, or another block. Empty at the beginning of a segment. */
export interface Section {
  readonly segment: Segment;
  readonly blocks: readonly Block[];
}

/** Yields the sections of a session in log order, and keeps only the current one in memory. */
export async function* sectionsOf(outline: Pick<Outline, "entries">): AsyncGenerator<Section, void, undefined> {
  let section: Section | undefined;
  for await (const { segment, block } of placedBlocks(outline)) {
    if (section !== undefined && section.segment === segment && block !== undefined && isSameAnswer(section.blocks.at(-1), block)) {
      section = { segment, blocks: [...section.blocks, block] };
      continue;
    }
    if (section !== undefined) yield section;
    section = { segment, blocks: block === undefined ? [] : [block] };
  }
  if (section !== undefined) yield section;
}

const isSameAnswer = (before: Block | undefined, block: Block): boolean =>
  before !== undefined && "message" in before && "message" in block && before.message !== "" && before.message === block.message;

/** Undefined: the segment begins. */
interface PlacedBlock {
  readonly segment: Segment;
  readonly block: Block | undefined;
}

/** Each segment has its own view: a call whose result is in another segment has none. */
async function* placedBlocks({ entries }: Pick<Outline, "entries">): AsyncGenerator<PlacedBlock, void, undefined> {
  let segment: Segment | undefined;
  let view = new SessionView("");
  function* rest(): Generator<PlacedBlock, void, undefined> {
    if (segment !== undefined) for (const block of view.blocks) yield { segment, block };
    view = new SessionView("");
  }
  for await (const { entry, segment: next } of entries()) {
    if (next !== segment) {
      yield* rest();
      segment = next;
      yield { segment, block: undefined };
    }
    if (!isValidEntry(entry)) {
      yield* rest();
      yield { segment, block: notice(entry, "warning", `Damaged entry: ${JSON.stringify(entry)}`) };
      continue;
    }
    if (entry.type === "setup") yield { segment, block: notice(entry, "info", `Begun with ${(entry as SetupEntry).setup.model}.`) };
    view.add(asAnyEntry(entry));
    for (const block of view.takeSettled()) yield { segment, block };
  }
  yield* rest();
}

const notice = ({ id, at }: Entry, level: NoticeBlock["level"], text: string): NoticeBlock => ({
  kind: "notice",
  id,
  at,
  settled: true,
  level,
  text,
});
