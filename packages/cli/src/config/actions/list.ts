import { untrustedResources } from "../../configuration/index.ts";
import { columns, escapeLine, jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import type { ConfigAction } from "../config-request.ts";
import { effective } from "../effective.ts";
import { expectArguments } from "../expect-arguments.ts";

/** Maximum characters of a value in a line. */
const MOST = 60;

/** `cox config`: lists the effective settings with their sources. */
export const list: ConfigAction = async (request) => {
  expectArguments(request.rest, []);
  const { stdout, stderr, cwd } = request.surroundings;
  const { configuration, settings } = await effective(request);
  if (request.values.json === true) for (const { path: _, ...setting } of settings) stdout.write(jsonLine(setting));
  else stdout.write(columns(settings.map(({ key, value, sources }) => [escapeLine(key), inLine(value), escapeLine(sources.join(", "))])));
  const unread = untrustedResources(configuration, cwd);
  for (const warning of [...configuration.warnings, ...(unread === undefined ? [] : [unread])])
    stderr.write(`cox: ${escapeLine(warning)}\n`);
  return EXIT.done;
};

const inLine = (value: unknown): string => {
  if (value === undefined) return "-";
  const line = escapeLine(typeof value === "string" ? value : JSON.stringify(value));
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
};
