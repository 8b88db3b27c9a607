import type { Entry } from "../log/index.ts";
import { Edits, lastCompaction, quarantinedOn, messageOfEntry, withoutQuarantined, RECALL } from "../context/index.ts";
import { type Numbered, numbered } from "./message-numbers.ts";
import { optional, stringField, toolInput, integerField } from "../tools/index.ts";
import { transcriptOf } from "./transcript.ts";
import { defineTool, textResult, ToolError } from "../loop/index.ts";

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
  const last = lastCompaction(path)?.covers.to ?? Infinity;
  const all = numbered(path).filter(({ number }) => number <= last);
  const available = all.length === 0 ? "There are no messages." : `The messages are ${all[0]?.number} to ${all.at(-1)?.number}.`;
  const end = to ?? (search === undefined ? (from ?? 0) : Infinity);
  const textsToRead = textsOf(
    path,
    all.filter(({ number }) => number >= (from ?? 1) && number <= end),
  );
  if (search !== undefined) return found(textsToRead, search) ?? `No message contains "${search}". ${available}`;
  return textsToRead.length === 0 ? `There is no message with that number. ${available}` : read(textsToRead, offset);
};

interface Text {
  readonly number: number;
  readonly text: string;
}

const textsOf = (path: readonly Entry[], messages: readonly Numbered[]): readonly Text[] => {
  const edits = new Edits();
  const quarantined = quarantinedOn(path);
  return messages.flatMap(({ number, entry }) => {
    const original = messageOfEntry(entry, edits);
    const message = original && withoutQuarantined(original, quarantined?.get(entry.id), edits);
    return message === undefined ? [] : [{ number, text: transcriptOf({ message, number }) }];
  });
};

const read = (texts: readonly Text[], offset: number): string => {
  const shown: string[] = [];
  let room = MOST;
  for (const [at, { number, text }] of texts.entries()) {
    const rest = at === 0 ? text.slice(offset) : text;
    if (rest.length > room && at > 0) {
      shown.push(`[To continue: from ${number}.]`);
      break;
    }
    shown.push(rest.slice(0, room).toWellFormed());
    if (rest.length > room) {
      shown.push(
        `[${rest.length - room} more characters of message ${number}. To continue: from ${number}, offset ${text.length - rest.length + room}.]`,
      );
      break;
    }
    room -= rest.length;
  }
  return shown.join("\n\n");
};

const found = (texts: readonly Text[], search: string): string | undefined => {
  const needle = search.toLowerCase();
  const hits = texts.flatMap(({ number, text }) => {
    // The first line names the author.
    const start = text.indexOf("\n") + 1;
    const at = text.toLowerCase().indexOf(needle, start);
    return at < 0 ? [] : [{ number, excerpt: `${text.slice(0, start - 1)} ${excerptOf(text.slice(start), at - start, needle.length)}` }];
  });
  if (hits.length === 0) return undefined;
  const shown = hits.slice(0, MOST_HITS).map(({ excerpt }) => excerpt);
  const next = hits[MOST_HITS];
  return [
    ...shown,
    ...(next === undefined ? [] : [`[${hits.length - MOST_HITS} more messages. To continue: the same search, from ${next.number}.]`]),
  ].join("\n");
};

const excerptOf = (text: string, at: number, length: number): string => {
  const start = Math.max(0, at - AROUND);
  const end = Math.min(text.length, at + length + AROUND);
  const excerpt = text.slice(start, end).toWellFormed().replaceAll(/\s+/g, " ").trim();
  return `${start > 0 ? "…" : ""}${excerpt}${end < text.length ? "…" : ""}`;
};

/** Source of the tool's messages. */
export interface RecallSource {
  /** The active path, at least since the last reset. */
  readonly path: () => Promise<readonly Entry[]>;
}

const DESCRIPTION = `Reads earlier messages of this conversation that a summary replaced. A summary refers to them as [messages A-B]: \
pass these numbers as from and to. Or pass a string as search, to find the messages that contain it.`;

/** Reads messages that a compaction covers. For sessions that have been compacted. */
export const recallTool = ({ path }: RecallSource) =>
  defineTool<RecallQuery>({
    name: RECALL,
    description: DESCRIPTION,
    inputSchema: toolInput({
      from: optional(integerField("The number of the first message.", { min: 1 })),
      to: optional(integerField("The number of the last message. Default: from.", { min: 1 })),
      search: optional(stringField("A case-insensitive search string.")),
      offset: optional(integerField("The number of characters of the first message to skip. Default: 0.", { min: 0 })),
    }),
    effect: "read",
    parallel: true,
    replay: "safe",
    async execute(query) {
      if (query.from === undefined && (query.search ?? "").trim() === "") {
        throw new ToolError("Pass from and to, as in the summary, or search.");
      }
      return textResult(recall(await path(), query));
    },
  });
