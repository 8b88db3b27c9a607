import type { ListQuery } from "coxswain/store";
import { UsageError } from "../../argv/index.ts";
import { keptSessions } from "../../configuration/index.ts";
import { jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { endOf, momentOf } from "../../time/index.ts";
import { lostSessions } from "../lost-sessions.ts";
import { choiceText, sessionChoice } from "../session-choice.ts";
import { sessionLines, sessionObject } from "../session-row.ts";
import { type IndexAction, type IndexRequest, noMoreThan } from "../sessions-request.ts";
import { alone, withAgents } from "../with-agents.ts";

const LIMIT = 20;

/** `cox sessions list`. */
export const list: IndexAction = async ({ values, rest, surroundings }) => {
  noMoreThan(0, rest);
  const { cwd, stdout, stderr } = surroundings;
  const choice = sessionChoice(values, cwd);
  const { limit = LIMIT, json } = values;
  // One more than is shown, to know whether there are more.
  const query = { ...narrowed(values, Date.now()), ...(limit === 0 ? {} : { limit: limit + 1 }) };
  const index = keptSessions(surroundings);
  const own = await index.list({ ...choice, ...query });
  const lost = choice.cwd === undefined ? [] : await lostSessions(index, choice.cwd, query);
  const found = [...own, ...lost];
  const shown = limit === 0 ? found : found.slice(0, limit);
  const listed = values.agents === true ? await withAgents(index, shown) : alone(shown);
  if (json === true) for (const { session } of listed) stdout.write(jsonLine(sessionObject(session)));
  else stdout.write(sessionLines(listed, choice.cwd === undefined || lost.length > 0));
  if (found.length > shown.length) stderr.write(`There are more than ${limit}: --limit 0 shows all.\n`);
  if (found.length === 0) stderr.write(`There are no ${such(values)}sessions${choiceText(choice)}${hint(values)}\n`);
  return EXIT.done;
};

type ListValues = IndexRequest["values"];

/** The part of the question that the options narrow. @throws {UsageError} */
const narrowed = (values: ListValues, now: number): ListQuery => {
  const { model, since, until, sort, "min-cost": cost } = values;
  return {
    ...(model === undefined ? {} : { model }),
    ...(since === undefined ? {} : { since: momentOf("--since", since, now) }),
    ...(until === undefined ? {} : { until: endOf("--until", until, now) }),
    ...(cost === undefined ? {} : { minCost: amountOf(cost) }),
    ...(sort === undefined ? {} : { sort }),
  };
};

const amountOf = (given: string): number => {
  if (!/^\$?\d{1,9}(?:\.\d{1,9})?$/.test(given)) throw new UsageError(`--min-cost is an amount of USD as 0.50, not ${given}`);
  return Number(given.replace("$", ""));
};

const such = ({ model, since, until, "min-cost": cost }: ListValues): string =>
  [model, since, until, cost].some((value) => value !== undefined) ? "such " : "";

const hint = ({ all, project }: ListValues): string =>
  all === true ? "." : project === undefined ? "; --all shows those of every folder." : "; --all shows those of every project.";
