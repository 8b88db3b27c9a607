import type { SearchHit } from "coxswain/store";
import { type Arguments, UsageError } from "../argv/index.ts";
import { keptSessions } from "../configuration/index.ts";
import type { SEARCH_OPTIONS } from "../options/index.ts";
import { escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { choiceText, sessionChoice } from "../sessions/index.ts";
import { minute, momentOf } from "../time/index.ts";

const LIMIT = 20;

/** `cox search`. */
export const searchAction = async (
  { values, positionals }: Arguments<typeof SEARCH_OPTIONS>,
  surroundings: ProcessContext,
): Promise<ExitCode> => {
  const { cwd, stdout, stderr } = surroundings;
  const text = positionals.join(" ");
  if (!/[\p{L}\p{N}]/u.test(text)) throw new UsageError('there is no word to search for: say which, as cox search "failing test"');
  const choice = sessionChoice(values, cwd);
  const { since, limit = LIMIT, json } = values;
  const query = {
    ...choice,
    ...(since === undefined ? {} : { since: momentOf("--since", since, Date.now()) }),
    ...(limit === 0 ? {} : { limit: limit + 1 }),
  };
  const found = await keptSessions(surroundings).search(text, query);
  const shown = limit === 0 ? found : found.slice(0, limit);
  for (const hit of shown) stdout.write(json === true ? jsonLine(hit) : hitLine(hit));
  if (found.length > shown.length) stderr.write(`There are more than ${limit}: --limit 0 shows all.\n`);
  if (found.length === 0)
    stderr.write(`Nothing is found in sessions${choiceText(choice)}${values.all === true ? "." : "; --all searches every folder's."}\n`);
  return EXIT.done;
};

/** Wide enough for `assistant`. */
const SPEAKER = 9;

const hitLine = ({ session, at, by, snippet }: SearchHit): string =>
  `${[session, minute(at), by.padEnd(SPEAKER), marked(snippet)].join("  ")}\n`;

/** Every second piece is a hit. Each is escaped before it is marked: a mark is never what the text says of itself. */
const marked = (snippet: readonly string[]): string => {
  const pieces = snippet.map((piece, at) => (at % 2 === 1 ? `«${escapeLine(piece)}»` : inLine(piece)));
  return pieces.join("").trim();
};

/** On one line, with the space to its neighbours. */
const inLine = (piece: string): string => escapeLine(`|${piece}|`).slice(1, -1).replaceAll(/\s+/g, " ");
