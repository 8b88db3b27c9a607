import type { UserMessage } from "../model/index.ts";
import { betweenMarks } from "./between-marks.ts";
import type { PreservedSection, CompactionEntry } from "./compaction-entry.ts";

/** Name of the tool that reads messages removed by a compaction. */
export const RECALL = "recall";

/** Returns the message that replaces the messages covered by a compaction. */
export const compactionMessage = ({
  summary,
  covers,
  preserved,
}: Pick<CompactionEntry, "summary" | "covers" | "preserved">): UserMessage => ({
  role: "user",
  content: [
    {
      type: "text",
      text: [introduction(covers), betweenMarks("summary", summary.trim()), ...preserved.filter(isWhole).map(carriedText)].join("\n\n"),
    },
  ],
  source: "compaction",
});

const introduction = (covers: Partial<CompactionEntry["covers"]> | undefined): string => {
  const which = covers?.from === undefined || covers.to === undefined ? "" : ` (messages ${covers.from} to ${covers.to})`;
  return [
    `[The earlier part of this conversation${which} was taken out to make room. What follows is a summary of it between marks, and then, each between its own, what was carried over word for word.`,
    `The messages themselves are kept: where "[messages A-B]" stands, the tool ${RECALL} reads them back, if you have it. Go on with the work from here; do not answer this message by itself.]`,
  ].join("\n");
};

const carriedText = ({ name, text }: PreservedSection): string => betweenMarks("carried", text, { name });

/** A log written by another program may contain anything. */
const isWhole = (carried: Partial<PreservedSection> | null | undefined): carried is PreservedSection =>
  typeof carried?.name === "string" && typeof carried.text === "string";
