import type { SearchHit } from "coxswain/store";
import { UsageError } from "../argv/index.ts";
import { userSessions } from "../configuration/index.ts";
import type { CommandArguments, SEARCH } from "../commands/index.ts";
import { escapeLine, jsonLine, shortId } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { describeChoice, sessionChoice } from "../sessions/index.ts";
import { formatMinute, parseTime } from "../time/index.ts";

const DEFAULT_LIMIT = 20;

/** `cox search`. */
export const searchAction = async (
  { values, positionals }: CommandArguments<typeof SEARCH>,
  context: ProcessContext,
): Promise<ExitCode> => {
  const { cwd, stdout, stderr } = context;
  const text = positionals.join(" ");
  if (!/[\p{L}\p{N}]/u.test(text)) throw new UsageError('no search words given. Try: cox search "failing test"');
  const choice = sessionChoice(values, cwd);
  const { since, limit = DEFAULT_LIMIT, json } = values;
  const query = {
    ...choice,
    ...(since === undefined ? {} : { since: parseTime("--since", since, Date.now()) }),
    ...(limit === 0 ? {} : { limit: limit + 1 }),
  };
  const found = await userSessions(context).search(text, query);
  const shown = limit === 0 ? found : found.slice(0, limit);
  for (const hit of shown) stdout.write(json === true ? jsonLine(hit) : hitLine(hit));
  if (found.length > shown.length) stderr.write(`More than ${limit} found. Use --limit 0 to show all.\n`);
  if (found.length === 0)
    stderr.write(`No matches in sessions${describeChoice(choice)}.${values.all === true ? "" : " Use --all to search every folder."}\n`);
  return EXIT.done;
};

/** Wide enough for `assistant`. */
const AUTHOR_WIDTH = 9;

const hitLine = ({ session, at, by, snippet }: SearchHit): string =>
  `${[shortId(session), formatMinute(at), by.padEnd(AUTHOR_WIDTH), marked(snippet)].join("  ")}\n`;

/** Every second piece is a match. Pieces are escaped before they are marked, so the text cannot forge a mark. */
const marked = (snippet: readonly string[]): string => {
  const pieces = snippet.map((piece, at) => (at % 2 === 1 ? `«${escapeLine(piece)}»` : escapePiece(piece)));
  return pieces.join("").trim();
};

/** Escapes a piece on one line and preserves the spaces around it. */
const escapePiece = (piece: string): string => escapeLine(`|${piece}|`).slice(1, -1).replaceAll(/\s+/g, " ");
