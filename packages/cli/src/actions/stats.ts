import { type UsageReport, type UsageSum } from "coxswain/store";
import { userSessions } from "../configuration/index.ts";
import type { CommandArguments, STATS } from "../commands/index.ts";
import { costCell } from "../display/index.ts";
import { columns, escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { parseTime } from "../time/index.ts";

/** `cox stats`. */
export const statsAction = async ({ values }: CommandArguments<typeof STATS>, context: ProcessContext): Promise<ExitCode> => {
  const { by = "day", since, json } = values;
  const query = { by, ...(since === undefined ? {} : { since: parseTime("--since", since, Date.now()) }) };
  const report = await userSessions(context).usage(query);
  const { stdout, stderr } = context;
  if (json === true) stdout.write(jsonLine({ by, ...report }));
  else if (report.lines.length === 0) stderr.write("No model usage in that period.\n");
  else stdout.write(table(by, report));
  return EXIT.done;
};

/** All columns except the first. */
const NUMERIC_COLUMNS = [1, 2, 3, 4, 5, 6];

const table = (by: string, { lines, total }: UsageReport): string => {
  const head = [by, "responses", "input", "cache read", "cache write", "output", "cost"];
  const rows = lines.map(({ key, ...sum }) => [escapeLine(key) || "?", ...figures(sum)]);
  return columns([head, ...rows, ["total", ...figures(total)]], NUMERIC_COLUMNS);
};

const figures = ({ responses, input, cacheRead, cacheWrite, output, cost, isCostPartial }: UsageSum): readonly string[] => [
  ...[responses, input, cacheRead, cacheWrite, output].map((count) => count.toLocaleString("en-US")),
  costCell(cost, isCostPartial),
];
