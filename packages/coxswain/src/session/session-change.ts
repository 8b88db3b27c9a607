import type { Draft } from "../log/index.ts";
import type { Budget, Tool } from "../loop/index.ts";
import type { Model, Thinking } from "../model/index.ts";
import { checkBudget } from "../policy/index.ts";
import { isValidEntry, type SessionEntry } from "../journal/index.ts";

export interface SessionChange {
  /** A reference, or a model as it is, which only this open session then knows. */
  readonly model?: string | Model;
  readonly thinking?: Thinking;
  /** Names of the tools that the model may call, and tools as they are, which only this open session then knows. */
  readonly tools?: readonly (string | Tool)[];
  /** In place of the base of the system prompt. A conversation that goes on is told of it with its next run. */
  readonly systemPrompt?: string;
  readonly title?: string;
  /** What the session may spend from now on, in place of what it might before; what it has spent counts. */
  readonly budget?: Budget;
}

/** A change as facts; `model` is the reference of the one that it names. @throws {BudgetError} @throws {TypeError} */
export const changeDrafts = (change: SessionChange, model: string | undefined): readonly Draft<SessionEntry>[] => {
  const { thinking, tools, systemPrompt, title, budget } = change;
  const drafts: Draft<SessionEntry>[] = [];
  if (model !== undefined) drafts.push({ type: "model_change", model });
  if (thinking !== undefined) drafts.push({ type: "thinking_change", thinking });
  if (tools !== undefined) drafts.push({ type: "tools_change", tools: tools.map(nameOf) });
  if (systemPrompt !== undefined) drafts.push({ type: "system_prompt_change", systemPrompt });
  if (title !== undefined) drafts.push({ type: "title_change", title });
  if (budget !== undefined) drafts.push({ type: "budget_change", budget: checkBudget(budget) });
  const unsound = drafts.find((draft) => !isValidEntry(draft as SessionEntry));
  if (unsound !== undefined) throw new TypeError(`What is to be set is no "${unsound.type}".`);
  return drafts;
};

/** The tools of a change that are given as they are. */
export const givenTools = ({ tools = [] }: SessionChange): readonly Tool[] => tools.filter((tool) => typeof tool !== "string");

const nameOf = (tool: string | Tool): string => (typeof tool === "string" ? tool : tool.name);
