import type { RunEndEntry } from "../loop/index.ts";
import type { ImagePart, ToolEndReason, Usage } from "../model/index.ts";
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

/** A part of the model's answer, in Markdown. */
export interface TextBlock extends BlockOrigin {
  readonly kind: "text";
  /** Id of the message that it is a part of. */
  readonly message: string;
  readonly text: string;
  /** Reference of the model, or the plugin that wrote the message instead. Absent while it streams. */
  readonly author?: string;
}

export interface ReasoningBlock extends BlockOrigin {
  readonly kind: "reasoning";
  readonly message: string;
  /** Empty if the provider encrypts it. */
  readonly text: string;
  /** End time in milliseconds since the epoch. Absent while it streams, and in a stored message. */
  readonly endedAt?: number;
}

/**
 * State of a call. `writing`: its arguments stream. `pending`: it waits for earlier calls, hooks or a permission.
 * `interrupted`: its run ended without a result.
 */
export type CallState = "writing" | "pending" | "asking" | "running" | "done" | "failed" | "interrupted" | ToolEndReason;

/** A tool call with its result. */
export interface CallBlock extends BlockOrigin {
  readonly kind: "call";
  readonly message: string;
  /** Id of the call. Empty while its arguments stream. */
  readonly call: string;
  readonly tool: string;
  /** Arguments as they ran, which a hook may have changed. While they stream: the JSON so far, as a string. */
  readonly input: unknown;
  readonly state: CallState;
  /** Start of the execution in milliseconds since the epoch. Absent if it did not start. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** Result as text; while it runs, the last part of its output. */
  readonly output: string;
  readonly images: readonly ImagePart[];
  /** Unified diff of the files that it changed, at most 64,000 characters a file. */
  readonly diff?: string;
  /** Exit code of a command. Null: killed. */
  readonly exitCode?: number | null;
  /** The open permission question. */
  readonly question?: CallQuestion;
  /** Answer to its last permission question. */
  readonly answer?: CallAnswer;
  /** Sub-agents that work for the call, in the order of their start. */
  readonly agents: readonly AgentActivity[];
}

/** Work of the provider's own tools, or other content of it. */
export interface ProviderBlock extends BlockOrigin {
  readonly kind: "provider";
  readonly message: string;
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

/** A sub-agent at work, or after it. */
export interface AgentActivity {
  /** Id of its session. */
  readonly agent: string;
  readonly name?: string;
  readonly startedAt: number;
  /** Absent while it works. */
  readonly endedAt?: number;
  readonly outcome?: RunEndEntry["outcome"]["kind"];
  /** Tool calls so far. */
  readonly calls: number;
  /** Its last block. Absent before the first one, and in a stored session. */
  readonly last?: Block;
  /** Including its own sub-agents. Absent while it works. */
  readonly usage?: Usage;
  /** USD, as far as prices are known. Absent while it works. */
  readonly cost?: number;
}

/** A command of the user. */
export interface ShellBlock extends BlockOrigin {
  readonly kind: "shell";
  readonly command: string;
  readonly output: string;
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

/** One sentence about an event that is not part of the conversation. */
export interface NoticeBlock extends BlockOrigin {
  readonly kind: "notice";
  readonly level: "info" | "warning" | "error";
  readonly text: string;
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
