import type { Entry } from "../log/index.ts";
import type { Budget } from "../loop/index.ts";
import type { Thinking, Usage } from "../model/index.ts";
import type { Setup } from "./setup.ts";

export interface SetupEntry extends Entry {
  readonly type: "setup";
  readonly setup: Setup;
}

/** From here on another model answers. */
export interface ModelChangeEntry extends Entry {
  readonly type: "model_change";
  readonly model: string;
}

export interface ThinkingChangeEntry extends Entry {
  readonly type: "thinking_change";
  readonly thinking: Thinking;
}

export interface ToolsChangeEntry extends Entry {
  readonly type: "tools_change";
  readonly tools: readonly string[];
}

/** From here on another text is the base of the system prompt. */
export interface SystemPromptChangeEntry extends Entry {
  readonly type: "system_prompt_change";
  readonly systemPrompt: string;
}

export interface TitleChangeEntry extends Entry {
  readonly type: "title_change";
  readonly title: string;
  /** Reference of the model that thought of it; absent when a person gave it. */
  readonly model?: string;
  /** What that took; with `model`. */
  readonly usage?: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
}

/** From here on the session may spend so much, on all its branches together. */
export interface BudgetChangeEntry extends Entry {
  readonly type: "budget_change";
  readonly budget: Budget;
}

/** A bookmark on an entry; null takes it away. */
export interface LabelEntry extends Entry {
  readonly type: "label";
  readonly target: string;
  readonly label: string | null;
}

export type SessionEntry =
  | SetupEntry
  | ModelChangeEntry
  | ThinkingChangeEntry
  | ToolsChangeEntry
  | SystemPromptChangeEntry
  | TitleChangeEntry
  | BudgetChangeEntry
  | LabelEntry;
