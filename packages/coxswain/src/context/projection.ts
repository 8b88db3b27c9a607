import type { Entry, Path } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { toolCalls } from "../model/index.ts";
import { messageOfEntry } from "./conversation.ts";
import { Edits } from "./edits.ts";
import type { ConversationMessage, Settled } from "./invariant.ts";
import { changesAfterRun, withContinueNote } from "./invariants/index.ts";
import { project, projectMore, type ProjectOptions } from "./project.ts";
import type { Quarantine } from "./entries.ts";

/**
 * Projects a session's path for successive requests: the result of `project`, in time linear in the new entries. A path
 * of another revision is projected from the start, as is a request for another model or policy, or for another run whose
 * reasoning differs.
 *
 * The returned array is live: later calls may return the same array with more messages. Callers that store it must copy
 * it.
 */
export interface Projection {
  (path: Path, request: ProjectionRequest): readonly ConversationMessage[];
  /** Returns the number of omitted images by reason since the last call. Repeated projections count an image once. */
  takeOmitted(): ReadonlyMap<string, number>;
  /**
   * Returns the entry, and the part of its content, that a part of a projected message came from. Undefined when an
   * invariant added it.
   */
  trace(path: Path, message: ConversationMessage, part?: number): Quarantine | undefined;
}

export type ProjectionRequest = Omit<ProjectOptions, "edits">;

/** The last projection. Its lists grow in place: a copy for each request would cost time linear in the session. */
interface Projected extends Settled {
  readonly revision: symbol;
  /** Number of path entries that are projected. */
  readonly length: number;
  readonly request: ProjectionRequest;
  readonly messages: ConversationMessage[];
  readonly callIds: Set<string>;
  /** The runs with reasoning that is sent only while they are active. */
  readonly reasoned: Set<string>;
}

/** Creates a projection. Keep it, and its edits, for the session's lifetime. */
export const projection = (edits = new Edits()): Projection => {
  let last: Projected | undefined;
  const next = (path: Path, request: ProjectionRequest): readonly ConversationMessage[] => {
    // A one-time attempt must not discard the last projection.
    if (request.without !== undefined) return withContinueNote(project(path.entries, { ...request, edits }));
    last = (last && more(last, path, request, edits)) ?? whole(path, request, edits);
    return withContinueNote(last.messages);
  };
  return Object.assign(next, {
    takeOmitted: () => edits.takeOmitted(),
    trace: ({ entries }: Path, message: ConversationMessage, part?: number) => trace(entries, edits, message, part),
  });
};

const trace = (path: readonly Entry[], edits: Edits, message: ConversationMessage, part: number | undefined): Quarantine | undefined => {
  const origin = edits.origin(message);
  // Messages derived from an entry, such as a user's shell command, are traced to that entry.
  const entry = path.find((one) => one === origin || messageOfEntry(one, edits) === origin);
  if (entry === undefined || entry === origin) return entry && { target: entry.id };
  const at = part === undefined ? -1 : (origin as ConversationMessage).content.indexOf(message.content[part] as never);
  return at === -1 ? { target: entry.id } : { target: entry.id, part: at };
};

const whole = ({ entries, revision }: Path, request: ProjectionRequest, edits: Edits): Projected => {
  const messages = [...project(entries, { ...request, edits })];
  return {
    revision,
    length: entries.length,
    request,
    messages,
    callIds: new Set(callIdsOf(messages)),
    reasoned: new Set(reasonedIn(entries, request)),
  };
};

const more = (last: Projected, path: Path, request: ProjectionRequest, edits: Edits): Projected | undefined => {
  if (path.revision !== last.revision || !isSameFor(last, request)) return undefined;
  const entries = path.entries.slice(last.length);
  const added = projectMore(last, entries, { ...request, edits });
  if (added === undefined) return undefined;
  for (const message of added) last.messages.push(message);
  for (const id of callIdsOf(added)) last.callIds.add(id);
  for (const run of reasonedIn(entries, request)) last.reasoned.add(run);
  return { ...last, length: path.entries.length, request };
};

/** Returns whether the last projection is a valid prefix for this request. */
const isSameFor = ({ request: last, reasoned }: Projected, { model, runId, reasoning = "run" }: ProjectionRequest): boolean => {
  if (model !== last.model || reasoning !== (last.reasoning ?? "run")) return false;
  return runId === last.runId || ![runId, last.runId].some((run) => run !== undefined && reasoned.has(run));
};

const callIdsOf = (messages: readonly ConversationMessage[]): readonly string[] =>
  messages.flatMap((message) => (message.role === "assistant" ? toolCalls(message).map(({ id }) => id) : []));

const reasonedIn = (entries: readonly Entry[], { model, reasoning = "run" }: ProjectionRequest): readonly string[] =>
  entries.flatMap((entry) => {
    if (!isMessage(entry) || entry.run === undefined || entry.message.role !== "assistant") return [];
    return changesAfterRun(entry.message, { model, reasoning }) ? [entry.run] : [];
  });
