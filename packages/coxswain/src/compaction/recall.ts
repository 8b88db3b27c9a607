import type { Entry } from "../log/index.ts";
import { Edits, lastCompaction, quarantinedOn, messageOfEntry, withoutQuarantined } from "../context/index.ts";
import { type Numbered, numbered } from "./message-numbers.ts";
import { transcriptOf } from "./transcript.ts";

/** Messages to read, by number, or a search in them. */
export interface RecallQuery {
  readonly from?: number | undefined;
  /** Default: `from`; for a search, the last message. */
  readonly to?: number | undefined;
  /** Case-insensitive search string. */
  readonly search?: string | undefined;
  /** Characters of the first message to skip. Default: 0. */
  readonly offset?: number | undefined;
}

/** Maximum characters of one answer. */
const MOST = 20_000;
const MOST_HITS = 30;
/** Characters of context on each side of a match. */
const AROUND = 120;

/** Returns the content of messages that a compaction hid, verbatim, except for images and reasoning. */
export const recall = (path: readonly Entry[], { from, to, search, offset = 0 }: RecallQuery): string => {
  const last = lastCompaction(path)?.covers?.to ?? Infinity;
  const all = numbered(path).filter(({ number }) => number <= last);
  const known = all.length === 0 ? "There is none to read." : `There are messages ${all[0]?.number} to ${all.at(-1)?.number}.`;
  const end = to ?? (search === undefined ? (from ?? 0) : Infinity);
  const wanted = textsOf(
    path,
    all.filter(({ number }) => number >= (from ?? 1) && number <= end),
  );
  if (search !== undefined) return found(wanted, search) ?? `Nothing says "${search}". ${known}`;
  return wanted.length === 0 ? `No message is there by that number. ${known}` : read(wanted, offset);
};

interface Text {
  readonly number: number;
  readonly text: string;
}

const textsOf = (path: readonly Entry[], wanted: readonly Numbered[]): readonly Text[] => {
  const edits = new Edits();
  const quarantined = quarantinedOn(path);
  return wanted.flatMap(({ number, entry }) => {
    const said = messageOfEntry(entry, edits);
    const message = said && withoutQuarantined(said, quarantined?.get(entry.id), edits);
    return message === undefined ? [] : [{ number, text: transcriptOf({ message, number }) }];
  });
};

const read = (wanted: readonly Text[], offset: number): string => {
  const shown: string[] = [];
  let room = MOST;
  for (const [at, { number, text }] of wanted.entries()) {
    const rest = at === 0 ? text.slice(offset) : text;
    if (rest.length > room && at > 0) {
      shown.push(`[To go on: from ${number}.]`);
      break;
    }
    shown.push(rest.slice(0, room).toWellFormed());
    if (rest.length > room) {
      shown.push(
        `[${rest.length - room} more characters of message ${number}. To go on: from ${number}, offset ${text.length - rest.length + room}.]`,
      );
      break;
    }
    room -= rest.length;
  }
  return shown.join("\n\n");
};

const found = (wanted: readonly Text[], search: string): string | undefined => {
  const needle = search.toLowerCase();
  const hits = wanted.flatMap(({ number, text }) => {
    // The first line names the author.
    const said = text.indexOf("\n") + 1;
    const at = text.toLowerCase().indexOf(needle, said);
    return at < 0 ? [] : [{ number, excerpt: `${text.slice(0, said - 1)} ${excerptOf(text.slice(said), at - said, needle.length)}` }];
  });
  if (hits.length === 0) return undefined;
  const shown = hits.slice(0, MOST_HITS).map(({ excerpt }) => excerpt);
  const next = hits[MOST_HITS];
  return [
    ...shown,
    ...(next === undefined ? [] : [`[${hits.length - MOST_HITS} more messages. To go on: the same search, from ${next.number}.]`]),
  ].join("\n");
};

const excerptOf = (text: string, at: number, length: number): string => {
  const start = Math.max(0, at - AROUND);
  const end = Math.min(text.length, at + length + AROUND);
  const excerpt = text.slice(start, end).toWellFormed().replaceAll(/\s+/g, " ").trim();
  return `${start > 0 ? "…" : ""}${excerpt}${end < text.length ? "…" : ""}`;
};
