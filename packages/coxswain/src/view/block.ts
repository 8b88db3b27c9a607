import type { TaskInfo } from "../journal/index.ts";
import type { JobInfo, RunEndEntry } from "../loop/index.ts";
import type { ImagePart, StopReason, ToolEndReason, Usage } from "../model/index.ts";
import type { Answer, Question } from "../policy/index.ts";
import type { Todo } from "../tools/index.ts";

/** A piece of a conversation as people see it. A change makes a new object with the same id. */
export type Block =
  | UserBlock
  | TextBlock
  | ReasoningBlock
  | CallBlock
  | ProviderBlock
  | ShellBlock
  | SummaryBlock
  | TodosBlock
  | TaskBlock
  | JobBlock
  | NoticeBlock
  | RunBlock
  | CustomBlock;

interface BlockOrigin {
  /** Unique in its view. */
  readonly id: string;
  /** Start time in milliseconds since the epoch. */
  readonly at: number;
  /** True once the block no longer changes. Blocks settle in any order. */
  readonly settled: boolean;
}

/** A message to the model. */
export interface UserBlock extends BlockOrigin {
  readonly kind: "user";
  /** As typed. */
  readonly text: string;
  readonly images: readonly ImagePart[];
  /** Author, if it is not the user: for example `hook:NAME`, `extension` or `task:t1`. */
  readonly source?: string;
}

/** The response that an answer came with. All blocks of the answer have the same object. */
export interface ResponseFacts {
  /** Reference of the model. */
  readonly model: string;
  /** The plugin that wrote the answer in place of the model. */
  readonly source?: string;
  readonly stop: StopReason;
  readonly usage: Usage;
  /** USD. Absent if the model has no known price. */
  readonly cost?: number;
}

interface AnswerPart extends BlockOrigin {
  /** Id of the message that it is a part of. Empty for the result of a call that the view does not have. */
  readonly message: string;
  /** Absent while the message streams. */
  readonly response?: ResponseFacts;
}

/** A part of the model's answer, in Markdown. */
export interface TextBlock extends AnswerPart {
  readonly kind: "text";
  readonly text: string;
}

export interface ReasoningBlock extends AnswerPart {
  readonly kind: "reasoning";
  /** Empty if the provider encrypts it. */
  readonly text: string;
  /** End time in milliseconds since the epoch. Absent while it streams, and in a stored message. */
  readonly endedAt?: number;
}

/**
 * State of a call. `writing`: its arguments stream. `pending`: it waits for earlier calls, hooks or a permission. `asking`: for the user's answer to a question about it, or of it.
 * `interrupted`: its run ended without a result.
 */
export type CallState = "writing" | "pending" | "asking" | "running" | "done" | "failed" | "interrupted" | ToolEndReason;

/** A tool call with its result. */
export interface CallBlock extends AnswerPart {
  readonly kind: "call";
  /** Id of the call. Empty while its arguments stream. */
  readonly call: string;
  readonly tool: string;
  /** Arguments as they ran, which a hook may have changed. While they stream: the JSON so far, as a string. */
  readonly input: unknown;
  /** Arguments as the model wrote them. Absent unless a hook changed them. */
  readonly requested?: unknown;
  readonly state: CallState;
  /** Start of the execution in milliseconds since the epoch. Absent if it did not start; the log has it for calls with side effects. */
  readonly startedAt?: number;
  /** Id of the message with its result. Absent before the result. */
  readonly result?: string;
  /** Time of the result. */
  readonly endedAt?: number;
  /** Result as text; while it runs, the last part of its output. */
  readonly output: string;
  readonly images: readonly ImagePart[];
  /** Unified diff of the files that it changed, at most 64,000 characters a file. */
  readonly diff?: string;
  /** Exit code of a command. Null: killed. */
  readonly exitCode?: number | null;
  /** Lines of a command's output that `output` does not have. Absent: none, or unknown. */
  readonly omittedLines?: number;
  /** The open permission question. */
  readonly question?: CallQuestion;
  /** Answer to its last permission question. */
  readonly answer?: CallAnswer;
  /** The user's answers to the questions of the tool `question`. Absent for other tools, and before the result. */
  readonly answers?: readonly AnsweredQuestion[];
  /** Sub-agents that work for the call, in the order of their start. */
  readonly agents: readonly AgentActivity[];
}

/** Work of the provider's own tools, or other content of it. */
export interface ProviderBlock extends AnswerPart {
  readonly kind: "provider";
  /** Name of the provider's tool, such as `web_search`. */
  readonly name: string;
  /** Arguments of the call: a JSON value. Absent in a separate result. */
  readonly input?: unknown;
  /** The result as text, shortened. Untrusted. Absent in a call whose result is a separate block. */
  readonly output?: string;
  readonly isError: boolean;
}

/** A permission question, without the properties that its call has. */
export type CallQuestion = Pick<Question, "id" | "requests" | "reasons" | "offers" | "wider" | "always">;

export interface CallAnswer {
  readonly allowed: boolean;
  readonly kind: Answer["kind"] | "withdrawn";
  /** Rules that the answer saved. */
  readonly rules?: readonly string[];
  readonly reason?: string;
}

/** A question of the model, and the user's answers: labels or other words. Empty: no answer. */
export interface AnsweredQuestion {
  readonly question: string;
  readonly answers: readonly string[];
}

/** A sub-agent at work, or after it. */
export interface AgentActivity {
  /** Id of its session. */
  readonly agent: string;
  readonly name?: string;
  readonly startedAt: number;
  /** Absent while it works. */
  readonly endedAt?: number;
  readonly outcome?: RunEndEntry["outcome"]["kind"];
  /** Tool calls so far. A stored session has those that ran before its last response. */
  readonly calls: number;
  /** Its last block. Absent before the first one, and in a stored session. */
  readonly last?: Block;
  /** Usage of its responses so far; after the end of a watched agent, with its sub-agents. Absent before the first response. */
  readonly usage?: Usage;
  /** USD, as far as prices are known. Covers the same responses. */
  readonly cost?: number;
}

/** A command of the user. */
export interface ShellBlock extends BlockOrigin {
  readonly kind: "shell";
  readonly command: string;
  readonly output: string;
  /** Lines that `output` does not have. Absent: none, or unknown. */
  readonly omittedLines?: number;
  /** Null: killed. Absent while it runs. */
  readonly exitCode?: number | null;
  /** True if the model sees it. Absent while it runs. */
  readonly included?: boolean;
}

/** A summary that replaces messages for the model. */
export interface SummaryBlock extends BlockOrigin {
  readonly kind: "summary";
  readonly of: "conversation" | "branch";
  /** In Markdown. */
  readonly text: string;
  /** Numbers of the first and the last message that a summary of the conversation replaces. */
  readonly covers?: { readonly from: number; readonly to: number };
}

/** The model's to-do list after a change. */
export interface TodosBlock extends BlockOrigin {
  readonly kind: "todos";
  readonly items: readonly Todo[];
}

/**
 * A background task at its start, or at its end in another block. `at` is the time of that. The view's status has the tasks that run;
 * the user message that reports the result to the model has the source `task:ID`.
 */
export interface TaskBlock extends BlockOrigin {
  readonly kind: "task";
  /** Its state is `running` at the start and `done` at the end. */
  readonly task: TaskInfo;
  /** Tool calls that ran before the last response of its agent. `calls`, `usage` and `cost` do not include the agent's sub-agents. */
  readonly calls: number;
  readonly usage: Usage;
  /** USD, as far as prices are known. */
  readonly cost: number;
}

/** A background command at its start, or at its end in another block. `at` is the time of that. */
export interface JobBlock extends BlockOrigin {
  readonly kind: "job";
  readonly job: JobInfo;
  /** At the end. Null: killed. Absent if it is unknown. */
  readonly exitCode?: number | null;
}

/** One sentence about an event that is not part of the conversation. */
export interface NoticeBlock extends BlockOrigin {
  readonly kind: "notice";
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  /** Id of the entry that it is about, such as a message with a label. */
  readonly about?: string;
}

/** A run that ended. */
export interface RunBlock extends BlockOrigin {
  readonly kind: "run";
  readonly outcome: RunEndEntry["outcome"];
  readonly endedAt: number;
  /** Complete answers, without those of sub-agents. */
  readonly turns: number;
  readonly toolCalls: number;
  /** Including sub-agents. */
  readonly usage: Usage;
  /** USD, including sub-agents, as far as prices are known. */
  readonly cost: number;
  /** Its checks and the changes since, in words, not escaped. Absent unless the option `checksOf` describes them. */
  readonly checks?: string;
}

/** An entry of an extension or of another program. */
export interface CustomBlock extends BlockOrigin {
  readonly kind: "custom";
  /** Type of the entry, for example `extension:deploy/steps`. */
  readonly type: string;
  /** The fact of an extension's state, or the properties of the entry of another program: a JSON value. */
  readonly data: unknown;
  /** In Markdown. Absent unless the option `describe` describes it. */
  readonly text?: string;
}
