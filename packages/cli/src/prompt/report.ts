import { type Entry, type Event, type Question, textOf, type ToolCallPart, type Usage } from "coxswain";
import { addUsage, NO_USAGE } from "coxswain/providers";
import { type Evidence, evidenceOf, type JobInfo, lineReader } from "coxswain/session";
import { NO_WORK, type RunWork, withWork } from "./run-work.ts";

/** Totals of a run so far. */
export interface Report {
  readonly turns: number;
  /** Text of the last model message that has any. */
  readonly text: string;
  /** Usage including agents. */
  readonly usage: Usage;
  /** By the model's reference. */
  readonly models: Readonly<Record<string, ModelReport>>;
  /** USD, best effort. */
  readonly cost: number;
  /** True if the price of some responses is unknown. */
  readonly isCostPartial: boolean;
  /** Cost of the session including earlier runs; undefined before the first response. */
  readonly sessionCost: number | undefined;
  /** Calls that were not allowed. */
  readonly denied: readonly ToolCallPart[];
  /** Open questions by id. */
  readonly asked: ReadonlyMap<string, QuestionSummary>;
  /** Questions that no one answered. */
  readonly unanswered: readonly QuestionSummary[];
  /** Running background commands. */
  readonly jobs: readonly JobInfo[];
  /** Worktrees that agents worked in. Those without changes are removed. */
  readonly worktrees: readonly ReportedWorktree[];
  /** Commands that ran and files that changed. */
  readonly work: RunWork;
  /** The checks among them, once the run has ended. */
  readonly evidence?: Evidence;
}

export interface ReportedWorktree {
  readonly path: string;
  readonly branch: string;
}

/** The tool of a question. */
type QuestionSummary = Pick<Question, "tool">;

export interface ModelReport {
  readonly usage: Usage;
  readonly cost: number;
}

export const EMPTY_REPORT: Report = {
  turns: 0,
  text: "",
  usage: NO_USAGE,
  models: {},
  cost: 0,
  isCostPartial: false,
  sessionCost: undefined,
  denied: [],
  asked: new Map(),
  unanswered: [],
  jobs: [],
  worktrees: [],
  work: NO_WORK,
};

/**
 * Adds the evidence at the end of a run.
 * @param folder the session's folder, absolute
 */
export const withEvidence = async (report: Report, folder: string): Promise<Report> => {
  const { facts } = report.work;
  return facts.every(({ kind }) => kind === "began") ? report : { ...report, evidence: evidenceOf(facts, await lineReader(), folder) };
};

export const withEvent = (report: Report, event: Event): Report => {
  // The log of the session has the work of its agents too.
  const isOwnEntry = event.type === "entry" && event.agent.depth === 0;
  return withTotals(isOwnEntry ? { ...report, work: withWork(report.work, event.entry) } : report, event);
};

const withTotals = (report: Report, event: Event): Report => {
  const own = event.agent.depth === 0;
  switch (event.type) {
    case "turn_start":
      return own ? { ...report, turns: report.turns + 1 } : report;
    case "message_end": {
      const { message } = event;
      return own && message.role === "assistant" ? { ...addResponse(report, message), text: textOf(message) || report.text } : report;
    }
    case "entry":
      return own && recordsUsage(event.entry) ? addResponse(report, event.entry) : report;
    case "cost":
      return own ? { ...report, sessionCost: event.session } : report;
    case "permission_ask":
      return { ...report, asked: new Map(report.asked).set(event.id, event) };
    case "permission_reply":
      return withReply(report, event.id, event.answer === "unanswered");
    case "job_change": {
      const others = report.jobs.filter(({ id }) => id !== event.job.id);
      return { ...report, jobs: event.job.state === "running" ? [...others, event.job] : others };
    }
    case "task_change":
      return withWorktree(report, event.task.worktree);
    case "tool_end": {
      const next = event.call.name === "task" ? withWorktree(report, worktreeIn(event.result.details)) : report;
      return event.result.reason === "denied" ? { ...next, denied: [...next.denied, event.call] } : next;
    }
    default:
      return report;
  }
};

const withWorktree = (report: Report, worktree: ReportedWorktree | undefined): Report =>
  worktree === undefined || report.worktrees.some(({ path }) => path === worktree.path)
    ? report
    : { ...report, worktrees: [...report.worktrees, worktree] };

/** The worktree in the details of a task's result. */
const worktreeIn = (details: unknown): ReportedWorktree | undefined => {
  const { worktree } = (typeof details === "object" && details !== null ? details : {}) as { readonly worktree?: ReportedWorktree };
  return worktree;
};

const withReply = (report: Report, id: string, isUnanswered: boolean): Report => {
  const asked = new Map(report.asked);
  const question = asked.get(id);
  asked.delete(id);
  return { ...report, asked, unanswered: question === undefined || !isUnanswered ? report.unanswered : [...report.unanswered, question] };
};

/** Usage of one response. */
interface ModelResponse {
  readonly model: string;
  readonly usage: Usage;
  readonly cost?: number;
}

const addResponse = (report: Report, { model, usage, cost }: ModelResponse): Report => {
  const before = report.models[model] ?? { usage: NO_USAGE, cost: 0 };
  const models = { ...report.models, [model]: { usage: addUsage(before.usage, usage), cost: before.cost + (cost ?? 0) } };
  return {
    ...report,
    models,
    usage: addUsage(report.usage, usage),
    cost: report.cost + (cost ?? 0),
    isCostPartial: report.isCostPartial || cost === undefined,
  };
};

/** Returns true for entries that record model usage outside messages, or an agent's usage at any depth. */
const recordsUsage = (entry: Entry): entry is Entry & ModelResponse => USAGE_ENTRIES.has(entry.type) && "usage" in entry;

const USAGE_ENTRIES: ReadonlySet<string> = new Set([
  "agent_usage",
  "compaction",
  "branch_summary",
  "title_change",
  "repair",
  "response_discard",
]);
