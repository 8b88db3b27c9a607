import type { ShellEntry } from "../context/index.ts";
import type { AnyEntry, Event, TaskInfo } from "../journal/index.ts";
import type { JobInfo, MessageDelta, MessageEntry, RunEndEntry } from "../loop/index.ts";
import type { AssistantMessage, ContextUsage, ProviderPart, ToolMessage } from "../model/index.ts";
import { type Activity, IDLE, nextActivity } from "./activity.ts";
import type { AgentActivity, Block, CallBlock, CallQuestion, ShellBlock } from "./block.ts";
import { BlockList } from "./block-list.ts";
import { withResult } from "./call-result.ts";
import { answerBlocks, newCall, providerBlock, userBlock } from "./message-blocks.ts";
import { entryNotice, eventNotice, type Notice } from "./notices.ts";
import { customBlock, type DescribeEntry, isCustom } from "./custom-block.ts";
import { addEntry, runBlock, type RunTotals, startRun } from "./run-totals.ts";

/** The current work of a session. */
export interface ViewStatus {
  readonly activity: Activity;
  /** The active run. */
  readonly run?: RunTotals;
  /** After the last response. */
  readonly context?: ContextUsage;
  /** Numbers of queued messages and prompts. */
  readonly queue: { readonly steering: number; readonly followUps: number; readonly prompts: number };
  /** Background tasks that are not done. */
  readonly tasks: readonly TaskInfo[];
  /** Background commands that run. */
  readonly jobs: readonly JobInfo[];
}

export interface SessionViewOptions {
  /** Default: no custom block is described. */
  readonly describe?: DescribeEntry;
}

/** The message that streams. */
interface Draft {
  readonly message: string;
  /** Block ids of streamed parts, by their index. */
  readonly parts: Map<number, string>;
  /** Ids of all its blocks, in the order of their beginning. */
  readonly blocks: string[];
}

/**
 * A conversation as people see it: a fold over the entries of the active path and the events of a session. It is the same for
 * a stored session as for one that was watched, apart from what the log does not hold.
 */
export class SessionView {
  readonly #id: string;
  readonly #options: SessionViewOptions;
  readonly #list = new BlockList();
  /** Block ids of the calls without a result, by call id. */
  readonly #calls = new Map<string, string>();
  /** Sub-agents at work, by session id. `call`: id of the call that they work for. */
  readonly #agents = new Map<string, { readonly view: SessionView; readonly call?: string }>();
  readonly #tasks = new Map<string, TaskInfo>();
  readonly #jobs = new Map<string, JobInfo>();
  /** Commands of the user that were shown while they ran, and whose entries follow. */
  readonly #shells = new Set<string>();
  #notices = 0;
  #draft: Draft | undefined;
  #run: RunTotals | undefined;
  #activity: Activity = IDLE;
  #context: ContextUsage | undefined;
  #queue: ViewStatus["queue"] = { steering: 0, followUps: 0, prompts: 0 };

  /** @param id the session's id; events of other sessions belong to its sub-agents */
  constructor(id: string, options: SessionViewOptions = {}) {
    this.#id = id;
    this.#options = options;
  }

  /** In order. A change makes a new array or replaces blocks in it; blocks themselves never change. */
  get blocks(): readonly Block[] {
    return this.#list.blocks;
  }

  get status(): ViewStatus {
    return {
      activity: this.#activity,
      // A stored session may end within a run that no process continues.
      ...(this.#run === undefined || this.#activity.kind === "idle" ? {} : { run: this.#run }),
      ...(this.#context === undefined ? {} : { context: this.#context }),
      queue: this.#queue,
      tasks: [...this.#tasks.values()],
      jobs: [...this.#jobs.values()],
    };
  }

  /** Returns what a background task's agent, or a sub-agent of a call, shows last. Undefined if it does not work. */
  lastOf(agent: string): Block | undefined {
    return this.#agents.get(agent)?.view.blocks.at(-1);
  }

  /** Removes the settled blocks at the beginning and returns them, so that a long session needs little memory. */
  takeSettled(): readonly Block[] {
    return this.#list.takeSettled();
  }

  /** Adds an entry of the active path. */
  add(entry: AnyEntry): void {
    if (this.#run !== undefined) this.#run = addEntry(this.#run, entry);
    switch (entry.type) {
      case "message":
        return this.#addMessage(entry);
      case "tool_start":
        return this.#change(entry.call, (call) => ({
          ...started(call, entry.at),
          ...(entry.input === undefined ? {} : { input: entry.input }),
        }));
      case "permission_ask":
        return entry.agent === undefined ? this.#ask(entry.callId, entry) : undefined;
      case "run_start":
        this.#run = startRun(entry.run, entry.at);
        return undefined;
      case "run_resume":
        if (this.#run?.run !== entry.run) this.#run = startRun(entry.run, entry.at);
        return undefined;
      case "run_end":
        return this.#endRun(entry);
      case "agent_start":
        return entry.call === undefined ? undefined : this.#startAgent(entry.call, entry.agent, entry.name, entry.at);
      case "agent_end":
        return this.#endAgent(entry.agent, entry.at, entry.outcome === undefined ? {} : { outcome: entry.outcome.kind });
      case "shell":
        return this.#addShell(entry);
      case "compaction":
        return this.#list.add({ ...origin(entry), kind: "summary", of: "conversation", text: entry.summary, covers: entry.covers });
      case "branch_summary":
        return this.#list.add({ ...origin(entry), kind: "summary", of: "branch", text: entry.summary });
      case "todo":
        return this.#list.add({ ...origin(entry), kind: "todos", items: entry.items });
      default:
        return isCustom(entry)
          ? this.#list.add(customBlock(entry, this.#options.describe))
          : this.#notify(entryNotice(entry), entry.id, entry.at);
    }
  }

  /** Applies an event: of the session itself, or of a sub-agent. Events of other sessions change nothing. */
  apply(event: Event): void {
    if (event.sessionId !== this.#id) return this.#applyToAgent(event);
    this.#activity = nextActivity(this.#activity, event, this.#run !== undefined);
    switch (event.type) {
      case "entry":
        return this.add(event.entry);
      case "message_start":
        if (event.role === "assistant") this.#draft = { message: event.messageId, parts: new Map(), blocks: [] };
        return undefined;
      case "message_delta":
        return this.#write(event, event.at);
      case "provider_part":
        return this.#addProviderPart(event.messageId, event.part, event.at);
      case "message_discard":
        return this.#discard(event.messageId);
      case "tool_start":
        return this.#change(event.call.id, (call) => started({ ...call, input: event.call.input }, event.at));
      case "tool_progress":
        return this.#change(event.callId, (call) => ({ ...call, output: event.text }));
      case "permission_ask":
        return this.#ask(event.callId, event);
      case "permission_reply": {
        const { callId, allowed, answer, rules, reason } = event;
        const reply = { allowed, kind: answer, ...(rules === undefined ? {} : { rules }), ...(reason === undefined ? {} : { reason }) };
        return this.#change(callId, (call) => ({ ...withoutQuestion(call), state: "pending", answer: reply }));
      }
      case "agent_start":
        this.#agents.set(event.child.id, {
          view: new SessionView(event.child.id, this.#options),
          ...(event.callId === undefined ? {} : { call: event.callId }),
        });
        return undefined;
      case "agent_end":
        this.#agents.delete(event.child.id);
        return this.#endAgent(event.child.id, event.at, { usage: event.usage, cost: event.cost });
      case "shell_start":
        return this.#list.add({ kind: "shell", id: event.shellId, at: event.at, settled: false, command: event.command, output: "" });
      case "shell_output":
        return this.#changeShell(event.shellId, (shell) => ({ ...shell, output: shell.output + event.text }));
      case "shell_end":
        return this.#endShell(event.shellId, event.exitCode);
      case "context_usage":
        this.#context = event;
        return undefined;
      case "queue_change":
        this.#queue = event;
        return undefined;
      case "task_change":
        return void (event.task.state === "done" ? this.#tasks.delete(event.task.id) : this.#tasks.set(event.task.id, event.task));
      case "job_change":
        return void (event.job.state === "ended" ? this.#jobs.delete(event.job.id) : this.#jobs.set(event.job.id, event.job));
      default:
        return this.#notify(eventNotice(event), `event:${++this.#notices}`, event.at);
    }
  }

  #covers(session: string): boolean {
    return session === this.#id || [...this.#agents.values()].some(({ view }) => view.#covers(session));
  }

  #applyToAgent(event: Event): void {
    for (const [agent, { view, call }] of this.#agents) {
      if (!view.#covers(event.sessionId)) continue;
      view.apply(event);
      // Only its last block is shown, and its own session has the others.
      const done = view.takeSettled().at(-1);
      const last = view.blocks.at(-1) ?? done;
      const isCall = event.type === "tool_call" && event.sessionId === agent;
      if (call === undefined) return;
      return this.#changeAgent(call, agent, (activity) => ({
        ...activity,
        calls: activity.calls + (isCall ? 1 : 0),
        ...(last === undefined ? {} : { last }),
      }));
    }
  }

  #addMessage(entry: MessageEntry): void {
    const { message } = entry;
    switch (message.role) {
      case "user":
        return this.#list.add(userBlock(entry, message));
      case "assistant":
        return this.#addAnswer(entry, message);
      case "tool":
        return this.#addResult(entry, message);
    }
  }

  /** Replaces each streamed block by the next complete one of its kind. */
  #addAnswer(entry: MessageEntry, message: AssistantMessage): void {
    const streamed = this.#draft?.message === entry.id ? this.#draft.blocks.slice() : [];
    if (this.#draft?.message === entry.id) this.#draft = undefined;
    for (const block of answerBlocks(entry, message)) {
      const at = streamed.findIndex((id) => this.#list.open(id)?.kind === block.kind);
      const before = this.#list.open(streamed[at] ?? "");
      this.#list.remove(new Set(streamed.splice(0, at + 1).slice(0, -1)));
      const complete = before === undefined ? block : continued(before, block, entry.at);
      this.#list.put(complete);
      if (complete.kind === "call") this.#calls.set(complete.call, complete.id);
    }
    this.#list.remove(new Set(streamed));
  }

  #addResult({ id, at }: MessageEntry, message: ToolMessage): void {
    const block = this.#callBlock(message.callId) ?? { ...newCall({ id, at, message: "" }), call: message.callId };
    this.#calls.delete(message.callId);
    this.#list.put(withResult(block, message, at));
  }

  #write({ messageId, kind, part, delta, tool = "" }: MessageDelta, at: number): void {
    if (this.#draft?.message !== messageId) return;
    const { parts, blocks } = this.#draft;
    const id = parts.get(part) ?? `${messageId}:${part}`;
    const block = this.#list.open(id) ?? emptyPart(kind, { id, at, message: messageId });
    if (!parts.has(part)) {
      this.#endReasoning(at);
      parts.set(part, id);
      blocks.push(id);
    }
    if (block.kind === "call") return this.#list.put({ ...block, tool, input: `${String(block.input)}${delta}` });
    if (block.kind === "text" || block.kind === "reasoning") this.#list.put({ ...block, text: block.text + delta });
  }

  #addProviderPart(messageId: string, part: ProviderPart, at: number): void {
    if (this.#draft?.message !== messageId) return;
    this.#endReasoning(at);
    const id = `${messageId}:provider:${this.#draft.blocks.length}`;
    this.#draft.blocks.push(id);
    this.#list.put(providerBlock(part, { id, at, message: messageId }, false));
  }

  /** The part before a new one is complete. */
  #endReasoning(at: number): void {
    const last = this.blocks.at(-1);
    if (last?.kind === "reasoning" && !last.settled) this.#list.put({ ...last, endedAt: at });
  }

  #discard(messageId: string): void {
    if (this.#draft?.message !== messageId) return;
    this.#list.remove(new Set(this.#draft.blocks));
    this.#draft = undefined;
  }

  #callBlock(call: string): CallBlock | undefined {
    const block = this.#list.open(this.#calls.get(call) ?? "");
    return block?.kind === "call" ? block : undefined;
  }

  #change(call: string, change: (call: CallBlock) => CallBlock): void {
    const block = this.#callBlock(call);
    if (block !== undefined) this.#list.put(change(block));
  }

  #ask(call: string, { id, requests, reasons, offers, wider, always }: CallQuestion): void {
    const question = {
      id,
      requests,
      reasons,
      offers,
      ...(wider === undefined ? {} : { wider }),
      ...(always === undefined ? {} : { always }),
    };
    this.#change(call, (block) => ({ ...block, state: "asking", question }));
  }

  #startAgent(call: string, agent: string, name: string | undefined, startedAt: number): void {
    const activity: AgentActivity = { agent, startedAt, calls: 0, ...(name === undefined ? {} : { name }) };
    this.#change(call, (block) => ({ ...block, agents: [...block.agents, activity] }));
  }

  #changeAgent(call: string, agent: string, change: (activity: AgentActivity) => AgentActivity): void {
    this.#change(call, (block) => ({
      ...block,
      agents: block.agents.map((activity) => (activity.agent === agent ? change(activity) : activity)),
    }));
  }

  #endAgent(agent: string, endedAt: number, end: Partial<AgentActivity>): void {
    for (const call of this.#calls.keys()) this.#changeAgent(call, agent, (activity) => ({ ...activity, endedAt, ...end }));
  }

  #addShell(entry: ShellEntry): void {
    const { id, at, command, output, exitCode, include } = entry;
    // Its entry comes after its events, at the end of the turn.
    if (this.#shells.delete(command)) return;
    this.#list.add({ kind: "shell", id, at, settled: true, command, output, exitCode, included: include });
  }

  #changeShell(id: string, change: (shell: ShellBlock) => ShellBlock): void {
    const shell = this.#list.open(id);
    if (shell?.kind === "shell") this.#list.put(change(shell));
  }

  #endShell(id: string, exitCode: number | null): void {
    this.#changeShell(id, (shell) => {
      this.#shells.add(shell.command);
      return { ...shell, settled: true, exitCode };
    });
  }

  #endRun(entry: RunEndEntry): void {
    for (const call of this.#calls.keys()) {
      this.#change(call, (block) => ({ ...withoutQuestion(block), settled: true, state: "interrupted" }));
    }
    this.#calls.clear();
    this.#list.add(runBlock(entry, this.#run?.run === entry.run ? this.#run : startRun(entry.run, entry.at)));
    this.#run = undefined;
  }

  #notify(notice: Notice | undefined, id: string, at: number): void {
    if (notice !== undefined) this.#list.add({ kind: "notice", id, at, settled: true, ...notice });
  }
}

const origin = ({ id, at }: AnyEntry) => ({ id, at, settled: true }) as const;

const withoutQuestion = (call: CallBlock): CallBlock => {
  const { question: _, ...rest } = call;
  return rest;
};

const started = (call: CallBlock, at: number): CallBlock => ({
  ...withoutQuestion(call),
  state: "running",
  startedAt: call.startedAt ?? at,
});

const emptyPart = (kind: MessageDelta["kind"], part: { readonly id: string; readonly at: number; readonly message: string }): Block =>
  kind === "tool_input" ? newCall(part) : { kind, ...part, settled: false, text: "" };

/** Returns the complete block instead of the streamed one, with its id and times. */
const continued = ({ id, at, ...before }: Block, block: Block, endedAt: number): Block => {
  if (block.kind !== "reasoning") return { ...block, id, at };
  return { ...block, id, at, endedAt: "endedAt" in before && before.endedAt !== undefined ? before.endedAt : endedAt };
};
