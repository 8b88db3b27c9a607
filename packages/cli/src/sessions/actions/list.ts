import type { ListQuery } from "coxswain/store";
import { UsageError } from "../../argv/index.ts";
import { userSessions } from "../../configuration/index.ts";
import { jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { endOf, momentOf } from "../../time/index.ts";
import { movedSessions } from "../moved-sessions.ts";
import { describeChoice, sessionChoice } from "../session-choice.ts";
import { sessionLines, sessionObject } from "../session-row.ts";
import { type IndexAction, type IndexRequest, expectAtMost } from "../sessions-request.ts";
import { withoutAgents, withAgents } from "../with-agents.ts";

const LIMIT = 20;

/** `cox sessions list`. */
export const list: IndexAction = async ({ values, rest, surroundings }) => {
  expectAtMost(0, rest);
  const { cwd, stdout, stderr } = surroundings;
  const choice = sessionChoice(values, cwd);
  const { limit = LIMIT, json } = values;
  // Query one more than is shown, to detect whether there are more.
  const query = { ...narrowed(values, Date.now()), ...(limit === 0 ? {} : { limit: limit + 1 }) };
  const index = userSessions(surroundings);
  const own = await index.list({ ...choice, ...query });
  const lost = choice.cwd === undefined ? [] : await movedSessions(index, choice.cwd, query);
  const found = [...own, ...lost];
  const shown = limit === 0 ? found : found.slice(0, limit);
  const listed = values.agents === true ? await withAgents(index, shown) : withoutAgents(shown);
  if (json === true) for (const { session } of listed) stdout.write(jsonLine(sessionObject(session)));
  else stdout.write(sessionLines(listed, choice.cwd === undefined || lost.length > 0));
  if (found.length > shown.length) stderr.write(`More than ${limit} found. Use --limit 0 to show all.\n`);
  if (found.length === 0) stderr.write(`No ${qualifier(values)}sessions${describeChoice(choice)}.${hint(values)}\n`);
  return EXIT.done;
};

type ListValues = IndexRequest["values"];

/** Returns the filters given by the options. @throws {UsageError} */
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
  if (!/^\$?\d{1,9}(?:\.\d{1,9})?$/.test(given)) throw new UsageError(`--min-cost must be an amount in USD such as 0.50, not ${given}`);
  return Number(given.replace("$", ""));
};

const qualifier = ({ model, since, until, "min-cost": cost }: ListValues): string =>
  [model, since, until, cost].some((value) => value !== undefined) ? "matching " : "";

const hint = ({ all, project }: ListValues): string =>
  all === true ? "" : project === undefined ? " Use --all for every folder." : " Use --all for every project.";
