import type { Draft } from "../log/index.ts";
import type { Budget, Tool } from "../loop/index.ts";
import type { Model, Thinking } from "../model/index.ts";
import { checkBudget } from "../policy/index.ts";
import { isValidEntry, type SessionEntry, type SessionState } from "../journal/index.ts";

export interface SessionChange {
  /** A reference, or a model object, which only this open session knows. */
  readonly model?: string | Model;
  readonly thinking?: Thinking;
  /** Names of the tools that the model may call, and tool objects, which only this open session knows. */
  readonly tools?: readonly (string | Tool)[];
  /** Replaces the base of the system prompt. The model of a running conversation gets the change with its next run. */
  readonly systemPrompt?: string;
  readonly title?: string;
  /** Replaces the session's budget. Earlier spending counts. */
  readonly budget?: Budget;
  /**
   * True to run calls without a question, except those that the policy denies or asks about. Applies to this open session and its
   * agents from the next call on, until it is closed; the log does not store it. Default: false.
   */
  readonly yolo?: boolean;
}

/**
 * Returns the entries of a change; `model` is the reference of its model. A value that the session has already makes no entry.
 * @throws {BudgetError}
 * @throws {TypeError}
 */
export const changeDrafts = (
  change: SessionChange,
  model: string | undefined,
  current: Pick<SessionState, "model" | "thinking" | "title" | "tools">,
): readonly Draft<SessionEntry>[] => {
  const { thinking, systemPrompt, title, budget } = change;
  const tools = change.tools?.map(nameOf);
  const drafts: Draft<SessionEntry>[] = [];
  if (model !== undefined && model !== current.model) drafts.push({ type: "model_change", model });
  if (thinking !== undefined && thinking !== current.thinking) drafts.push({ type: "thinking_change", thinking });
  if (tools !== undefined && !areSame(tools, current.tools)) drafts.push({ type: "tools_change", tools });
  if (systemPrompt !== undefined) drafts.push({ type: "system_prompt_change", systemPrompt });
  if (title !== undefined && title !== current.title) drafts.push({ type: "title_change", title });
  if (budget !== undefined) drafts.push({ type: "budget_change", budget: checkBudget(budget) });
  const invalid = drafts.find((draft) => !isValidEntry(draft as SessionEntry));
  if (invalid !== undefined) throw new TypeError(`Invalid change: it makes no valid "${invalid.type}" entry.`);
  return drafts;
};

/** Returns the tool objects of a change. */
export const givenTools = ({ tools = [] }: SessionChange): readonly Tool[] => tools.filter((tool) => typeof tool !== "string");

const areSame = (names: readonly string[], others: readonly string[] | undefined): boolean =>
  names.length === others?.length && names.every((name, at) => name === others[at]);

const nameOf = (tool: string | Tool): string => (typeof tool === "string" ? tool : tool.name);
