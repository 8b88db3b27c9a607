import { existsSync } from "node:fs";
import type { ListQuery, IndexedSession, SessionIndex } from "coxswain/store";
import { projectIdentity } from "coxswain/tools";
import { UsageError } from "../../argv/index.ts";
import { userSessions } from "../../configuration/index.ts";
import { jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { parseEndTime, parseTime } from "../../time/index.ts";
import { describeChoice, sessionChoice } from "../session-choice.ts";
import { sessionLines, sessionObject, withoutAgents, withAgents } from "../session-table.ts";
import { type IndexAction, type IndexRequest, expectAtMost } from "../sessions-request.ts";

const DEFAULT_LIMIT = 20;

/** `cox sessions list`. */
export const list: IndexAction = async ({ values, rest, context }) => {
  expectAtMost(0, rest);
  const { cwd, stdout, stderr } = context;
  const choice = sessionChoice(values, cwd);
  const { limit = DEFAULT_LIMIT, json } = values;
  // Query one more than is shown, to detect whether there are more.
  const query = { ...narrowed(values, Date.now()), ...(limit === 0 ? {} : { limit: limit + 1 }) };
  const index = userSessions(context);
  const own = await index.list({ ...choice, ...query });
  const moved = choice.cwd === undefined ? [] : await movedSessions(index, choice.cwd, query);
  const found = [...own, ...moved];
  const shown = limit === 0 ? found : found.slice(0, limit);
  const listed = values.agents === true ? await withAgents(index, shown) : withoutAgents(shown);
  if (json === true) for (const { session } of listed) stdout.write(jsonLine(sessionObject(session)));
  else stdout.write(sessionLines(listed, choice.cwd === undefined || moved.length > 0));
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
    ...(since === undefined ? {} : { since: parseTime("--since", since, now) }),
    ...(until === undefined ? {} : { until: parseEndTime("--until", until, now) }),
    ...(cost === undefined ? {} : { minCost: dollarsOf(cost) }),
    ...(sort === undefined ? {} : { sort }),
  };
};

const dollarsOf = (amount: string): number => {
  if (!/^\$?\d{1,9}(?:\.\d{1,9})?$/.test(amount)) throw new UsageError(`--min-cost must be an amount in USD such as 0.50, not ${amount}`);
  return Number(amount.replace("$", ""));
};

const qualifier = ({ model, since, until, "min-cost": cost }: ListValues): string =>
  [model, since, until, cost].some((value) => value !== undefined) ? "matching " : "";

const hint = ({ all, project }: ListValues): string =>
  all === true ? "" : project === undefined ? " Use --all for every folder." : " Use --all for every project.";

/** Finds sessions of the folder's project whose own folder no longer exists. */
const movedSessions = async (index: SessionIndex, cwd: string, query: ListQuery): Promise<readonly IndexedSession[]> => {
  const project = projectIdentity(cwd);
  if (project === undefined) return [];
  const { limit: _, ...all } = query;
  const found = await index.list({ ...all, project });
  return found.filter((session) => session.project === project && session.cwd !== undefined && !existsSync(session.cwd));
};
