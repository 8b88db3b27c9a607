import { type Entry, Log, memoryStore } from "../log/index.ts";
import type { ImportedSession, ImportOptions, ReadLines } from "./imported-session.ts";
import { importSession } from "./import-session.ts";

export const linesOf = (lines: readonly (string | object)[]): ReadLines =>
  async function* read() {
    for (const line of lines) yield typeof line === "string" ? line : JSON.stringify(line);
  };

export const OPTIONS: ImportOptions = { cwd: "/here", now: 5 };

export interface Imported {
  readonly session: ImportedSession;
  readonly entries: readonly Entry[];
  /** The entries, opened as a log. */
  readonly log: Log;
}

/** Imports lines and reads all entries. */
export const imported = async (lines: readonly (string | object)[], options: Partial<ImportOptions> = {}): Promise<Imported> => {
  const session = await importSession(linesOf(lines), { ...OPTIONS, ...options });
  const entries: Entry[] = [];
  for await (const entry of session.entries()) entries.push(entry);
  const file = await memoryStore().create(session.header);
  await file.append(entries);
  return { session, entries, log: await Log.open(file, { now: () => 0, mint: () => "x" }) };
};

/** Returns a short readable form of a path. */
export const inShort = (path: readonly Entry[]): string[] => path.map(entryInShort);

const entryInShort = (entry: Entry): string => {
  const { type, seq: _, id: __, parent: ___, at: ____, message, ...rest } = entry as Entry & { readonly message?: MessageLike };
  if (message === undefined) return `${type} ${JSON.stringify(rest)}`;
  const parts = message.content.map(({ type: kind, text, name, input, mediaType, data }) => {
    if (kind === "tool_call") return `[${name} ${JSON.stringify(input)}]`;
    if (kind === "image") return `[${mediaType} ${data}]`;
    return kind === "reasoning" ? `(${text})` : text;
  });
  const about = [message.source, message.callId && `${message.name} ${message.callId}`, message.isError === true && "error"].filter(
    Boolean,
  );
  return `${message.role}${about.length > 0 ? ` ${about.join(" ")}` : ""}: ${parts.join(" ")}`;
};

interface MessageLike {
  readonly role: string;
  readonly source?: string;
  readonly callId?: string;
  readonly name?: string;
  readonly isError?: boolean;
  readonly content: readonly PartLike[];
}

interface PartLike {
  readonly type: string;
  readonly text: string;
  readonly name: string;
  readonly input: unknown;
  readonly mediaType: string;
  readonly data: string;
}
