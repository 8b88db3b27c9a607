import type { ShellEntry } from "../context/index.ts";
import type { AgentStartEntry, AnyEntry, Event, TaskInfo } from "../journal/index.ts";
import type { JobInfo, MessageDelta, MessageEntry, RunEndEntry } from "../loop/index.ts";
import type { AssistantMessage, ContextUsage, ProviderPart } from "../model/index.ts";
import { type Activity, IDLE, nextActivity } from "./activity.ts";
import { addResponse, NO_TOTALS } from "./agent-totals.ts";
import { BackgroundWork } from "./background-work.ts";
import type { Block, ShellBlock } from "./block.ts";
import { BlockList } from "./block-list.ts";
import { started } from "./call-changes.ts";
import { callSubject } from "./call-subject.ts";
import { customBlock, isCustom } from "./custom-block.ts";
import { answerBlocks, continued, emptyPart, providerBlock, userBlock } from "./message-blocks.ts";
import { agentEndNotice, agentStartNotice, entryNotice, eventNotice, type Notice } from "./notices.ts";
import { type Asking, OpenAsks } from "./open-asks.ts";
import { OpenCalls } from "./open-calls.ts";
import { addEntry, runBlock, type RunTotals, startRun } from "./run-totals.ts";
import type { SessionViewOptions } from "./view-options.ts";

/** The current work of a session. */
export interface ViewStatus {
  readonly activity: Activity;
  /** The question that waits for the user, also while the session does other work. Absent: none. */
  readonly asking?: Asking;
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
  /** Commands of the user that run: also the last ones of `blocks`. */
  readonly commands: readonly ShellBlock[];
}

/** The message that streams. */
interface Draft {
  readonly message: string;
  /** Block ids of streamed parts, by their index. */
  readonly parts: Map<number, string>;
  /** Ids of all its blocks, in the order of their beginning. */
  readonly blocks: string[];
}

/** A sub-agent at work. `last`: its last block. */
interface AgentAtWork {
  readonly view: SessionView;
  readonly last?: Block;
}

/**
 * A conversation as people see it: a fold over the entries of the active path and the events of a session. It is the same for
 * a stored session as for one that was watched, apart from what the log does not hold.
 */
export class SessionView {
  readonly #id: string;
  readonly #options: SessionViewOptions;
  readonly #list = new BlockList();
  readonly #calls = new OpenCalls(this.#list);
  /** Sub-agents at work, by session id. */
  readonly #agents = new Map<string, AgentAtWork>();
  /** Agents at work for neither a call nor a task: those of programs. */
  readonly #independent = new Set<string>();
  readonly #background = new BackgroundWork();
  /** Commands of the user that run, by id. */
  readonly #commands = new Map<string, ShellBlock>();
  readonly #asks = new OpenAsks();
  /** Ids of the commands of the user that were shown while they ran, and whose entries follow. */
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

  /**
   * In order. A change makes a new array or replaces blocks in it; blocks themselves never change. A command of the user is the
   * last one until it ends: blocks that are added meanwhile do not depend on it.
   */
  get blocks(): readonly Block[] {
    return this.#commands.size === 0 ? this.#list.blocks : [...this.#list.blocks, ...this.#commands.values()];
  }

  get status(): ViewStatus {
    const asking = this.#asks.first;
    return {
      activity: this.#activity,
      ...(asking === undefined ? {} : { asking }),
      // A stored session may end within a run that no process continues.
      ...(this.#run === undefined || this.#activity.kind === "idle" ? {} : { run: this.#run }),
      ...(this.#context === undefined ? {} : { context: this.#context }),
      queue: this.#queue,
      tasks: this.#background.tasks,
      jobs: this.#background.jobs,
      commands: [...this.#commands.values()],
    };
  }

  /** Returns what a background task's agent, or a sub-agent of a call, shows last. Undefined if it does not work. */
  lastOf(agent: string): Block | undefined {
    return this.#agents.get(agent)?.last;
  }

  /** Returns the task of a sub-agent at work, such as `explore: Find the tests`. Undefined if there is none. Not escaped. */
  taskOf(agent: string): string | undefined {
    const task = this.#background.tasks.find((one) => one.agent === agent);
    if (task !== undefined) return `${task.name}: ${task.description}`;
    const call = this.#calls.ofAgent(agent);
    if (call !== undefined) return callSubject(call.tool, call.input);
    return [...this.#agents.values()].map(({ view }) => view.taskOf(agent)).find((text) => text !== undefined);
  }

  /** Removes the settled blocks at the beginning and returns them, so that a long session needs little memory. */
  takeSettled(): readonly Block[] {
    return this.#list.takeSettled();
  }

  /** Adds an entry of the active path. */
  add(entry: AnyEntry): void {
    if (this.#run !== undefined) this.#run = addEntry(this.#run, entry);
    const answered = this.#asks.add(entry);
    switch (entry.type) {
      case "message":
        return this.#addMessage(entry);
      case "tool_start":
        return this.#calls.change(entry.call, (call) => ({
          ...started(call, entry.at),
          ...(entry.input === undefined ? {} : { input: entry.input, requested: call.input }),
        }));
      case "permission_ask":
        return entry.agent === undefined ? this.#calls.ask(entry.callId, entry) : undefined;
      case "permission_reply": {
        const reply = { allowed: entry.allowed, kind: entry.answer, ...(entry.reason === undefined ? {} : { reason: entry.reason }) };
        return this.#calls.reply(({ question }) => question?.id === entry.question, reply);
      }
      case "question_ask":
        return this.#calls.change(entry.callId, (call) => ({ ...call, state: "asking" }));
      case "question_reply":
        return this.#calls.change(answered ?? "", (call) => ({ ...call, state: "running" }));
      case "run_start":
        this.#calls.interrupt();
        this.#run = startRun(entry.run, entry.at);
        return undefined;
      case "run_resume":
        if (this.#run?.run !== entry.run) this.#run = startRun(entry.run, entry.at);
        return undefined;
      case "run_end":
        return this.#endRun(entry);
      case "agent_start":
        return this.#addAgent(entry);
      case "agent_end":
        this.#calls.changeAgent(entry.agent, (activity) => ({
          ...NO_TOTALS,
          ...activity,
          endedAt: entry.at,
          ...(entry.outcome === undefined ? {} : { outcome: entry.outcome.kind }),
        }));
        if (!this.#independent.delete(entry.agent)) return undefined;
        return this.#notify(agentEndNotice(entry), entry.id, entry.at);
      case "agent_usage":
        this.#background.addUsage(entry);
        return this.#calls.changeAgent(entry.agent, (activity) => {
          const { calls, ...spent } = addResponse(activity, entry);
          // Events count the calls of a watched agent as they start.
          return { ...activity, ...spent, ...(this.#agents.has(entry.agent) ? {} : { calls }) };
        });
      case "task_start":
        // Its agent works for the task, not for the call that started it.
        this.#independent.delete(entry.agent);
        this.#calls.removeAgent(entry.agent);
        return this.#list.add(this.#background.startTask(entry));
      case "task_end":
        return this.#list.add(this.#background.endTask(entry));
      case "job_start":
        return this.#list.add(this.#background.startJob(entry));
      case "job_end":
        return this.#list.add(this.#background.endJob(entry));
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
    this.#activity = nextActivity(this.#activity, event, {
      inRun: this.#run !== undefined,
      hasOther: (call) => this.#calls.hasOther(call),
    });
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
        return this.#calls.change(event.call.id, (call) => started({ ...call, input: event.call.input }, event.at));
      case "tool_progress":
        return this.#calls.change(event.callId, (call) => ({ ...call, output: event.text }));
      case "permission_ask":
        return this.#calls.ask(event.callId, event);
      case "permission_reply": {
        const { callId, allowed, answer, rules, reason } = event;
        const reply = { allowed, kind: answer, ...(rules === undefined ? {} : { rules }), ...(reason === undefined ? {} : { reason }) };
        return this.#calls.reply(({ call }) => call === callId, reply);
      }
      case "agent_start":
        this.#agents.set(event.child.id, { view: new SessionView(event.child.id, this.#options) });
        return undefined;
      case "agent_end":
        this.#agents.delete(event.child.id);
        return this.#calls.changeAgent(event.child.id, (activity) => ({
          ...activity,
          endedAt: event.at,
          usage: event.usage,
          cost: event.cost,
        }));
      case "shell_start":
        return this.#setCommand({ kind: "shell", id: event.shellId, at: event.at, settled: false, command: event.command, output: "" });
      case "shell_output": {
        const running = this.#commands.get(event.shellId);
        return running && this.#setCommand({ ...running, output: running.output + event.text });
      }
      case "shell_end":
        return this.#endShell(event.shellId, event.exitCode);
      case "context_usage":
        this.#context = event;
        return undefined;
      case "queue_change":
        this.#queue = event;
        return undefined;
      case "retry_start":
        // Its entry has a notice.
        return undefined;
      case "task_change":
        return this.#background.changeTask(event.task);
      default:
        return this.#notify(eventNotice(event), `event:${++this.#notices}`, event.at);
    }
  }

  #covers(session: string): boolean {
    return session === this.#id || [...this.#agents.values()].some(({ view }) => view.#covers(session));
  }

  #applyToAgent(event: Event): void {
    for (const [agent, { view, last: before }] of this.#agents) {
      if (!view.#covers(event.sessionId)) continue;
      view.apply(event);
      // Only its last block is shown, and its own session has the others.
      const done = view.takeSettled().at(-1);
      const last = view.blocks.at(-1) ?? done ?? before;
      const shown = last === undefined ? {} : { last };
      this.#agents.set(agent, { view, ...shown });
      const isCall = event.type === "tool_call" && event.sessionId === agent;
      return this.#calls.changeAgent(agent, (activity) => ({
        ...activity,
        calls: activity.calls + (isCall ? 1 : 0),
        ...shown,
      }));
    }
  }

  #addMessage(entry: MessageEntry): void {
    const { message } = entry;
    // Without a run, nothing works on a call that has no result: it is of a fork or of an imported session.
    if (message.role !== "tool" && this.#run === undefined) this.#calls.interrupt();
    switch (message.role) {
      case "user":
        return this.#list.add(userBlock(entry, message));
      case "assistant":
        return this.#addAnswer(entry, message);
      case "tool":
        return this.#calls.end(entry, message);
    }
  }

  /** Replaces each streamed block by the next complete one of its kind. */
  #addAnswer(entry: MessageEntry, message: AssistantMessage): void {
    const streamed = this.#draft?.message === entry.id ? this.#draft.blocks.slice() : [];
    if (this.#draft?.message === entry.id) this.#draft = undefined;
    for (const block of answerBlocks(entry, message)) {
      const complete = streamed.length === 0 ? block : this.#replaceStreamed(streamed, block, entry.at);
      this.#list.put(complete);
      if (complete.kind === "call") this.#calls.add(complete);
    }
    this.#list.remove(new Set(streamed));
  }

  /** Returns a block with the id and times of the streamed one that it replaces. Removes the ids up to that one. */
  #replaceStreamed(streamed: string[], block: Block, endedAt: number): Block {
    const at = streamed.findIndex((id) => this.#list.open(id)?.kind === block.kind);
    const before = this.#list.open(streamed[at] ?? "");
    this.#list.remove(new Set(streamed.splice(0, at + 1).slice(0, -1)));
    return before === undefined ? block : continued(before, block, endedAt);
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
    const last = this.#list.blocks.at(-1);
    if (last?.kind === "reasoning" && !last.settled) this.#list.put({ ...last, endedAt: at });
  }

  #discard(messageId: string): void {
    if (this.#draft?.message !== messageId) return;
    this.#list.remove(new Set(this.#draft.blocks));
    this.#draft = undefined;
  }

  #addAgent(entry: AgentStartEntry): void {
    const { call, agent, name, at } = entry;
    if (call === undefined) {
      this.#independent.add(agent);
      return this.#notify(agentStartNotice(entry), entry.id, at);
    }
    this.#calls.addAgent(call, { agent, startedAt: at, calls: 0, ...(name === undefined ? {} : { name }) });
  }

  #addShell(entry: ShellEntry): void {
    const { id, at, command, output, omittedLines, exitCode, include } = entry;
    const omitted = omittedLines === undefined ? {} : { omittedLines };
    // Its entry comes after its events, at the end of the turn.
    if (this.#shells.delete(id)) return;
    this.#list.add({ kind: "shell", id, at, settled: true, command, output, ...omitted, exitCode, included: include });
  }

  #setCommand(command: ShellBlock): void {
    this.#commands.set(command.id, command);
  }

  #endShell(id: string, exitCode: number | null): void {
    const command = this.#commands.get(id);
    if (command === undefined) return;
    this.#commands.delete(id);
    this.#shells.add(id);
    this.#list.add({ ...command, settled: true, exitCode });
  }

  #endRun(entry: RunEndEntry): void {
    this.#calls.interrupt();
    const totals = this.#run?.run === entry.run ? this.#run : startRun(entry.run, entry.at);
    this.#list.add(runBlock(entry, totals, this.#options.checksOf?.(entry.run)));
    this.#run = undefined;
  }

  #notify(notice: Notice | undefined, id: string, at: number): void {
    if (notice !== undefined) this.#list.add({ kind: "notice", id, at, settled: true, ...notice });
  }
}

const origin = ({ id, at }: AnyEntry) => ({ id, at, settled: true }) as const;
