import type { Entry } from "../log/index.ts";
import type { MessageEntry, ToolStartEntry } from "../loop/index.ts";
import type { RepairEntry } from "./repair-entry.ts";
import type { ResetEntry } from "./reset-entry.ts";
import type { ShellEntry } from "./shell-entry.ts";

type Unplaced<E extends Entry> = Omit<E, keyof Entry> & Pick<E, "type">;

/** A fact before it has a place. */
export type Fact = Unplaced<MessageEntry> | Unplaced<ToolStartEntry> | Unplaced<ShellEntry> | Unplaced<ResetEntry> | Unplaced<RepairEntry>;

/** Facts as the entries of one path; the id of each is its index, as `e0`. */
export const pathOf = (facts: readonly Fact[]): readonly Entry[] =>
  facts.map((fact, seq) => ({ seq, id: `e${seq}`, parent: seq === 0 ? null : `e${seq - 1}`, at: 0, ...fact }));

export const said = (message: MessageEntry["message"], run?: string): Fact => ({
  type: "message",
  message,
  ...(run === undefined ? {} : { run }),
});

/** Messages of one run as a path. */
export const pathOfMessages = (messages: readonly MessageEntry["message"][], run?: string): readonly Entry[] =>
  pathOf(messages.map((message) => said(message, run)));
