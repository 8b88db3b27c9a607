import type { Entry } from "../log/index.ts";
import { isMessage, type MessageEntry } from "../loop/index.ts";
import { toolCalls } from "../model/index.ts";
import { saidBy } from "./conversation.ts";
import { Edits } from "./edits.ts";
import type { ConversationMessage, Settled } from "./invariant.ts";
import { toBeAnswered } from "./invariants/index.ts";
import { project, projectMore, type ProjectOptions } from "./project.ts";
import type { Quarantine } from "./repair-entry.ts";

/**
 * Projects a session's path for one request after the other: what `project` gives, in time linear in what is new. A path
 * that is the same array has only grown, as the log's does; another is projected from its beginning, and so is what is
 * asked for another model or policy, or for another run where reasoning goes or comes with it.
 *
 * What is given out is live: as long as the same array is given, it has only grown. Whoever keeps it takes a copy.
 */
export interface Projection {
  (path: readonly Entry[], request: ProjectionRequest): readonly ConversationMessage[];
  /** How many images were left out, by the reason, since this was asked last: each counts once, however often it is projected. */
  takeLeftOut(): ReadonlyMap<string, number>;
  /** The entry, and where in its content, that a part of a projected message came from; undefined for what a rule put there. */
  trace(path: readonly Entry[], message: ConversationMessage, part?: number): Quarantine | undefined;
}

export type ProjectionRequest = Omit<ProjectOptions, "edits">;

/** What was projected last. Its lists grow in place: a copy of them for each request would cost as much as the session is long. */
interface Projected extends Settled {
  readonly path: readonly Entry[];
  /** How many of the path's entries. */
  readonly length: number;
  readonly request: ProjectionRequest;
  readonly messages: ConversationMessage[];
  readonly callIds: Set<string>;
  /** The runs in which the model reasoned. */
  readonly reasoned: Set<string>;
}

/** To be kept as long as the session, with the edits that it makes. */
export const projection = (edits = new Edits()): Projection => {
  let last: Projected | undefined;
  const told = (path: readonly Entry[], request: ProjectionRequest): readonly ConversationMessage[] => {
    // Tried once, and then another: what was projected last is not given up for it.
    if (request.without !== undefined) return toBeAnswered(project(path, { ...request, edits }));
    last = (last && more(last, path, request, edits)) ?? whole(path, request, edits);
    return toBeAnswered(last.messages);
  };
  return Object.assign(told, {
    takeLeftOut: () => edits.takeLeftOut(),
    trace: (path: readonly Entry[], message: ConversationMessage, part?: number) => trace(path, edits, message, part),
  });
};

const trace = (path: readonly Entry[], edits: Edits, message: ConversationMessage, part: number | undefined): Quarantine | undefined => {
  const origin = edits.origin(message);
  // What is made of an entry, as of a command of the person's, is found back to the entry itself.
  const entry = path.find((one) => one === origin || saidBy(one, edits) === origin);
  if (entry === undefined || entry === origin) return entry && { target: entry.id };
  const at = part === undefined ? -1 : (origin as ConversationMessage).content.indexOf(message.content[part] as never);
  return at === -1 ? { target: entry.id } : { target: entry.id, part: at };
};

const whole = (path: readonly Entry[], request: ProjectionRequest, edits: Edits): Projected => {
  const messages = [...project(path, { ...request, edits })];
  return { path, length: path.length, request, messages, callIds: new Set(callIdsOf(messages)), reasoned: new Set(reasonedIn(path)) };
};

const more = (last: Projected, path: readonly Entry[], request: ProjectionRequest, edits: Edits): Projected | undefined => {
  if (path !== last.path || !isSameFor(last, request)) return undefined;
  const entries = path.slice(last.length);
  const added = projectMore(last, entries, { ...request, edits });
  if (added === undefined) return undefined;
  for (const message of added) last.messages.push(message);
  for (const id of callIdsOf(added)) last.callIds.add(id);
  for (const run of reasonedIn(entries)) last.reasoned.add(run);
  return { ...last, length: path.length, request };
};

/** Whether what was projected is what the request asks for, as far as it goes. */
const isSameFor = ({ request: last, reasoned }: Projected, { model, runId, reasoning = "run" }: ProjectionRequest): boolean => {
  if (model !== last.model || reasoning !== (last.reasoning ?? "run")) return false;
  return runId === last.runId || reasoning !== "run" || ![runId, last.runId].some((run) => run !== undefined && reasoned.has(run));
};

const callIdsOf = (messages: readonly ConversationMessage[]): readonly string[] =>
  messages.flatMap((message) => (message.role === "assistant" ? toolCalls(message).map(({ id }) => id) : []));

const reasonedIn = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap((entry) => (isMessage(entry) && entry.run !== undefined && hasReasoning(entry.message) ? [entry.run] : []));

/** A log from another hand may hold anything. */
const hasReasoning = (message: MessageEntry["message"] | null): boolean =>
  message?.role === "assistant" && Array.isArray(message.content) && message.content.some((part) => part?.type === "reasoning");
