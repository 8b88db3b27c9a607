import type { AnyEntry, AssistantMessage, Budget, Session, Usage } from "coxswain";
import { addUsage, dollars, NO_USAGE } from "coxswain/providers";
import { isMessage } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import { costText } from "../../display/index.ts";
import { columns, escapeLine } from "../../output/index.ts";
import { formatTokens } from "../blocks/index.ts";
import { plain } from "./command.ts";
import type { ScreenCommand } from "./screen-command.ts";

/** Spending on one model, by the session itself or by its sub-agents. */
interface Spending {
  readonly responses: number;
  readonly usage: Usage;
  /** USD, as far as prices are known. */
  readonly cost: number;
  /** True if the price of a response is not known. */
  readonly isPartial: boolean;
}

const NO_SPENDING: Spending = { responses: 0, usage: NO_USAGE, cost: 0, isPartial: false };

interface SpentEntries {
  /** By the model's reference, with `(sub-agents)` behind it for those. */
  readonly byModel: ReadonlyMap<string, Spending>;
  /** The session's own budget. */
  readonly budget: Budget;
}

const readSpending = async (session: Session): Promise<SpentEntries> => {
  const byModel = new Map<string, Spending>();
  let budget: Budget = {};
  const add = (name: string, usage: Usage, cost?: number): void => {
    const before = byModel.get(name) ?? NO_SPENDING;
    byModel.set(name, {
      responses: before.responses + 1,
      usage: addUsage(before.usage, usage),
      cost: before.cost + (cost ?? 0),
      isPartial: before.isPartial || cost === undefined,
    });
  };
  for await (const { entry } of session.events({ after: -1, live: false, types: ["entry"] })) {
    const response = responseIn(entry);
    if (response !== undefined) add(response.model, response.usage, response.cost);
    else if (entry.type === "agent_usage") add(`${entry.model} (sub-agents)`, entry.usage, entry.cost);
    else budget = budgetIn(entry) ?? budget;
  }
  return { byModel, budget };
};

const responseIn = (entry: AnyEntry): AssistantMessage | undefined =>
  isMessage(entry) && entry.message.role === "assistant" && entry.message.source === undefined ? entry.message : undefined;

const budgetIn = (entry: AnyEntry): Budget | undefined => {
  if (entry.type === "budget_change") return entry.budget;
  return entry.type === "setup" ? entry.setup.budget : undefined;
};

const HEAD = ["model", "responses", "input", "cached", "output", "cost"];

const cost = plain("cost", "Show tokens and cost of this session, by model, and its budget", async ({ session, print }) => {
  const { byModel, budget } = await readSpending(session);
  const { usage, cost: spent } = session.state;
  const row = (name: string, responses: number, { input, cacheRead, cacheWrite, output }: Usage, amount: string): readonly string[] => [
    escapeLine(name),
    String(responses),
    formatTokens(input + cacheRead + cacheWrite),
    formatTokens(cacheRead),
    formatTokens(output),
    amount,
  ];
  const rows = [...byModel].map(([name, one]) => row(name, one.responses, one.usage, costText(one.cost, one.isPartial)));
  const total = costText(spent, isPartial(byModel));
  const responses = [...byModel.values()].reduce((sum, one) => sum + one.responses, 0);
  print(
    [
      columns([HEAD, ...rows, row("total", responses, usage.total, total)], [1, 2, 3, 4, 5]).trimEnd(),
      "",
      `Budget: ${budgetText(budget, total)}. Costs count as far as prices are known.`,
    ].join("\n"),
  );
});

const isPartial = (byModel: SpentEntries["byModel"]): boolean => [...byModel.values()].some((one) => one.isPartial);

/** @param spent the cost so far, as text */
const budgetText = ({ usd = 0, ...others }: Budget, spent: string): string => {
  const limits = Object.entries(others).flatMap(([name, limit]) => (limit === 0 ? [] : [`${name} ${limit}`]));
  const money = usd === 0 ? [] : [`${spent} of ${dollars(usd)} spent`];
  return [...money, ...limits].join(", ") || "none; /budget 2.50 sets one";
};

const budget: ScreenCommand = {
  name: "budget",
  arguments: "[USD]",
  summary: "Show or set the most that this session may cost; 0 removes it",
  async run(words, { session, print }) {
    const { budget: current, byModel } = await readSpending(session);
    if (words === "") return print(`Budget: ${budgetText(current, costText(session.state.cost, isPartial(byModel)))}.`);
    const usd = /^\$?(\d{1,9}(?:\.\d{1,9})?)$/.exec(words)?.[1];
    if (usd === undefined) throw new UsageError(`the budget must be an amount in USD such as 2.50, not ${words}`);
    await session.set({ budget: { ...current, usd: Number(usd) } });
  },
};

export const COST_COMMANDS: readonly ScreenCommand[] = [cost, budget];
