import { dollars } from "coxswain/providers";
import { formatMinute } from "../../time/index.ts";
import type { Choices } from "../panels/index.ts";
import type { SessionEnd, SessionRow } from "./workplace.ts";

/** A chosen session, and the thing to do with it. */
export interface SessionChoice {
  readonly row: SessionRow;
  readonly action: "open" | "rename" | "fork" | "delete";
}

/** A list of sessions to open, with their cost and the time of their last entry. The preview reads the end of the selected one. */
export const sessionChoices = (rows: readonly SessionRow[], readEnd: (id: string) => Promise<SessionEnd>): Choices<SessionChoice> => ({
  title: "Sessions",
  items: rows.map((row) => ({
    label: row.title === "" ? "(no message)" : row.title,
    note: factsOf(row),
    search: row.opening,
    value: { row, action: "open" },
  })),
  preview: async ({ row }) => previewOf(row, await readEnd(row.id)),
});

const STATES: Readonly<Record<SessionEnd["state"], string>> = {
  done: "done",
  running: "its run has not ended",
  asking: "waiting for an answer",
};

const previewOf = ({ opening, messages }: SessionRow, { state, answer }: SessionEnd): string =>
  [`${STATES[state]} · ${messages === 1 ? "1 message" : `${messages} messages`}`, `> ${opening}`, answer].join("\n");

const factsOf = ({ updatedAt, cost, isDamaged }: SessionRow): string =>
  [...(isDamaged ? ["damaged"] : []), ...(cost === 0 ? [] : [dollars(cost)]), formatMinute(updatedAt)].join(" · ");
