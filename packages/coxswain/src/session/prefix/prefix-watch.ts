import {
  hashedTools,
  isContinueNote,
  type StoredSection,
  lintPrefix,
  type PromptPrefix,
  type ToolHashes,
  type ToolsSentEntry,
  toolsSentState,
} from "../../context/index.ts";
import type { Entry, Log } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import type { ModelRequest, ToolSpec } from "../../model/index.ts";
import type { PrefixEvent, SessionJournal } from "../../journal/index.ts";
import { prefixReason, reasonIn } from "./prefix-reason.ts";

/** A request whose sections still have their names. */
export interface WatchedRequest {
  /** Reference of the requested model. */
  readonly model: string;
  readonly sections: readonly StoredSection[];
  /** The same list while the tools are the same. */
  readonly tools: readonly ToolSpec[];
  /** A live list, which grows in place while its beginning does not change. */
  readonly messages: ModelRequest["messages"];
}

/** The last request to a model. */
interface Sent extends PromptPrefix {
  /** Number of messages in that request: the list may have grown since. */
  readonly length: number;
  readonly leaf: string | null;
  readonly seq: number;
}

/**
 * Compares each request of a session with the one before, and emits which part breaks the prefix in the provider's cache, and
 * why. Cheap, since unchanged parts are the same objects. In a new process it knows the last request from the log: its model,
 * its tools, and the entries since.
 */
export class PrefixWatch {
  readonly #log: Log;
  readonly #journal: SessionJournal;
  readonly #sent = new Map<string, Sent>();
  #tools: readonly ToolSpec[] = [];

  constructor(log: Log, journal: SessionJournal) {
    this.#log = log;
    this.#journal = journal;
  }

  look(request: WatchedRequest): void {
    const before = this.#sent.get(request.model);
    const change = before === undefined ? this.#changeSinceLog(request) : this.#changeSince(before, request);
    if (change !== undefined) this.#journal.emit({ type: "prefix_change", ...change });
    this.#recordTools(request.tools);
    const { sections: system, tools, messages } = request;
    const { leaf, path } = this.#log;
    const length = messages.length - (isContinueNote(messages.at(-1)) ? 1 : 0);
    this.#sent.set(request.model, { system, tools, messages, length, leaf, seq: path.entries.at(-1)?.seq ?? -1 });
  }

  #changeSince(before: Sent, { sections, tools, messages }: WatchedRequest): Omit<PrefixEvent, "type"> | undefined {
    // The same list has only grown.
    const [old, fresh] = before.messages === messages ? [[], []] : [before.messages.slice(0, before.length), messages];
    const found = lintPrefix({ ...before, messages: old }, { tools, system: sections, messages: fresh });
    if (found === undefined) return undefined;
    const { segment } = found;
    const entries = entriesAfter(this.#log.path.entries, before.seq);
    const branched = before.leaf !== null && this.#log.path.entries.at(-1 - entries.length)?.id !== before.leaf;
    return { segment, reason: prefixReason(found, { entries, branched, before: old[segment.at], after: fresh[segment.at] }) };
  }

  /** The first request to a model in this process. */
  #changeSinceLog({ model, tools, messages }: WatchedRequest): Omit<PrefixEvent, "type"> | undefined {
    const path = this.#log.path.entries;
    const at = path.findLastIndex((entry) => isMessage(entry) && entry.message.role === "assistant");
    const answer = path[at];
    if (answer === undefined || !isMessage(answer) || answer.message.role !== "assistant") return undefined;
    if (answer.message.model !== model) return { segment: { part: "model", name: model }, reason: "model" };
    const changed = changedTool(this.#log.view(toolsSentState), tools);
    if (changed !== undefined) return { segment: { part: "tools", ...changed }, reason: "tools" };
    const reason = reasonIn(path.slice(at + 1));
    return reason && { segment: { part: "messages", at: 0, name: messages[0]?.role ?? "user" }, reason };
  }

  /** Appends without waiting: if the store fails, the log writes the entry later. */
  #recordTools(tools: readonly ToolSpec[]): void {
    if (tools === this.#tools) return;
    this.#tools = tools;
    const hashes = hashedTools(tools);
    if (JSON.stringify(hashes) === JSON.stringify(this.#log.view(toolsSentState) ?? {})) return;
    this.#journal.append<ToolsSentEntry>({ type: "tools_sent", tools: hashes }).catch(() => undefined);
  }
}

const entriesAfter = (path: readonly Entry[], seq: number): readonly Entry[] => {
  let from = path.length;
  while (from > 0 && (path[from - 1]?.seq ?? seq) > seq) from -= 1;
  return path.slice(from);
};

/** Returns the first tool, by name, that was changed or removed. */
const changedTool = (sent: ToolHashes | null, tools: readonly ToolSpec[]): { readonly at: number; readonly name: string } | undefined => {
  if (sent === null) return undefined;
  const now = hashedTools(tools);
  const names = [...new Set([...Object.keys(sent), ...Object.keys(now)])].toSorted();
  const at = names.findIndex((name) => sent[name] !== now[name]);
  const name = names[at];
  return name === undefined ? undefined : { at, name };
};
