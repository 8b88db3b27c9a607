import type { CompactionEntry } from "../context/index.ts";
import type { Entry } from "../log/index.ts";
import { type ModelRequest, type Reply, textOf } from "../model/index.ts";
import { openScene, type Scene } from "./runtime.fixture.ts";
import type { Event } from "../journal/index.ts";

/** Returns whether a request is for a summary. */
const asksForSummary = ({ system }: ModelRequest): boolean => system[0]?.startsWith("You write summaries") === true;

export interface CompactingScene extends Omit<Scene, "script"> {
  /** Replies, in order, to all requests except those for summaries. */
  readonly replies?: readonly Reply[] | ((request: ModelRequest, turn: number) => Reply | Promise<Reply>);
  /** Replies, in order, to requests for summaries. Default: always the same one. */
  readonly summaries?: readonly Reply[];
}

export const SUMMARY = "# Goal\nCounting. [messages 1-2]";

/** Opens a scene whose model answers summary requests from a separate script, and records all events. */
export const compactingScene = async ({ replies = [], summaries, ...scene }: CompactingScene = {}) => {
  let asked = 0;
  let answered = 0;
  const waiting: (() => void)[] = [];
  const opened = await openScene({
    ...scene,
    script: (request) => {
      if (asksForSummary(request)) {
        waiting.splice(0).forEach((resolve) => resolve());
        return summaries === undefined ? SUMMARY : (summaries[asked++] ?? "No more.");
      }
      return typeof replies === "function" ? replies(request, answered++) : (replies[answered++] ?? "Continue.");
    },
  });
  const events: Event[] = [];
  const reading = (async () => {
    for await (const event of opened.session.events()) events.push(event);
  })();
  return {
    ...opened,
    /** All events so far; complete once the session is closed. */
    events,
    /** Compaction events, once the session is closed. */
    async compactionEvents(): Promise<string[]> {
      await opened.session.close();
      await reading;
      return events.filter(({ type }) => type.startsWith("compaction_")).map(inShort);
    },
    /** Resolves when an event of this type is emitted. */
    async until(type: Event["type"]) {
      for await (const event of opened.session.events()) if (event.type === type) return event;
      return undefined;
    },
    /** Resolves with the next request for a summary. */
    asked: () => new Promise<void>((resolve) => waiting.push(resolve)),
    async warnings(): Promise<string[]> {
      await opened.session.close();
      await reading;
      return events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
    },
    requests: () => opened.model.requests.filter((request) => !asksForSummary(request)),
    summaryRequests: () => opened.model.requests.filter(asksForSummary),
    async say(...prompts: readonly string[]) {
      for (const text of prompts) await opened.session.prompt(text).outcome;
    },
    [Symbol.asyncDispose]: () => opened.runtime.close(),
  };
};

export const compactionsIn = (entries: readonly Entry[]): readonly CompactionEntry[] =>
  entries.filter((entry): entry is CompactionEntry => entry.type === "compaction");

/** Returns a request's messages in short form. */
export const messagesIn = ({ messages }: ModelRequest): string[] =>
  messages.map((message) => `${message.role}: ${textOf(message).slice(0, 40)}`);

const inShort = (event: Event): string => {
  if (event.type === "compaction_start") return `start ${event.reason}`;
  if (event.type === "compaction_request") return `request ${event.source} ${event.percent}`;
  if (event.type !== "compaction_end") return event.type;
  if ("entry" in event) return `end ${event.reason}`;
  return "error" in event ? `failed ${event.reason} ${event.error.code}` : `aborted ${event.reason}`;
};
