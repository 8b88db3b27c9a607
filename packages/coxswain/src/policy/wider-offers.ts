import type { PermissionRequest, ShellCommand } from "../loop/index.ts";
import { judge, type Policy } from "./policy.ts";
import { isCommand, prefixCommand, type RulePlaces } from "./rules/index.ts";
import { withSavedRules } from "./saved-rules.ts";

/**
 * Rules that the user would rather save than the exact ones: the beginning of a command, as `bash(git status)` for
 * `git status -s`, and all edits in the session's folder. Each contains the exact rule that it replaces, or covers what has
 * none, such as a loop. Empty if nothing is wider, or if the rules are not enough.
 * @param exact the exact rules, which stay where nothing wider is safe
 */
export const widerOffersOf = (
  requests: readonly PermissionRequest[],
  exact: readonly string[],
  policy: Policy,
  places: RulePlaces,
): readonly string[] => {
  const wider = [...new Set(requests.flatMap((request) => widerRules(request, places)))];
  if (wider.length === 0) return [];
  const rest = exact.filter((rule) => !wider.some((one) => contains(one, rule)));
  const used = wider.filter((one) => exact.length === 0 || exact.some((rule) => contains(one, rule)));
  const rules = [...used, ...rest];
  if (rules.every((rule) => exact.includes(rule))) return [];
  const saved = withSavedRules(policy, () => rules, places);
  return used.length > 0 && judge(requests, saved).verdict === "allow" ? rules : [];
};

/** True if a wider rule has the same beginning as an exact one. */
const contains = (wider: string, exact: string): boolean => {
  const start = wider.endsWith("/**)") ? wider.slice(0, -3) : `${wider.slice(0, -1)} `;
  return exact.startsWith(start);
};

const widerRules = (request: PermissionRequest, { folder }: RulePlaces): readonly string[] => {
  const { effect, subject, inside } = request;
  if (isCommand(request)) return request.effects?.commands.flatMap(simpleCommands).flatMap(prefixOf) ?? [];
  const isEdit = effect === "write" && inside === true && folder !== undefined && subject.startsWith(`${folder}/`);
  return isEdit && !/[*?[\]{}()\p{Cc}\p{Cf}]/u.test(folder) ? [`write(${folder}/**)`] : [];
};

const simpleCommands = (command: ShellCommand): readonly ShellCommand[] =>
  command.guess === true ? [] : [...(command.wraps === undefined ? [command] : []), ...command.inside.flatMap(simpleCommands)];

const prefixOf = ({ words }: ShellCommand): readonly string[] => {
  const beginning = words.slice(0, MAX_WORDS).flatMap(({ kind, text }) => (kind === "known" ? [text] : [""]));
  const length = prefixLength(beginning);
  return length === 0 ? [] : prefixCommand(beginning.slice(0, length));
};

const MAX_WORDS = 3;

/** Returns the number of words that identify a harmless command; 0 if only the exact one is safe. */
const prefixLength = ([program = "", subcommand = "", script = ""]: readonly string[]): number => {
  if (ALONE.has(program)) return 1;
  if (RUNS_SCRIPTS.has(program) && (subcommand === "run" || subcommand === "run-script")) return SCRIPT_NAME.test(script) ? 3 : 0;
  if (program === "make") return TARGET.test(subcommand) ? 2 : 0;
  return SUBCOMMANDS.get(program)?.has(subcommand) === true ? 2 : 0;
};

/**
 * Programs that run no other program with any arguments, and overwrite no file. Omitted on purpose: programs that show all
 * files of a folder, because secrets may be among them.
 */
const ALONE = wordSet(
  ": basename cat cd cksum cmp column comm cut dirname echo expand false fold head id ls md5sum mkdir nl od paste pwd readlink realpath rev seq sha1sum sha256sum sha512sum sleep stat sum tac tail touch tr true type unexpand wc which whoami",
);

/**
 * Subcommands of programs whose options that run code or write files the command reader recognizes: such a command is asked
 * about in spite of the rule.
 */
const SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["docker", wordSet("images logs ps")],
  ["git", wordSet("add blame commit describe diff log ls-files ls-tree merge-base rev-list rev-parse shortlog show status")],
  ["go", wordSet("build fmt test vet")],
  ["npm", wordSet("ls outdated test")],
  ["pip", wordSet("freeze list show")],
  ["pnpm", wordSet("list outdated test")],
  ["yarn", wordSet("list outdated test")],
]);

/** Programs that run a script of the project by its name. */
const RUNS_SCRIPTS = wordSet("npm pnpm yarn");
const SCRIPT_NAME = /^[A-Za-z0-9][\w:-]*$/;
const TARGET = /^[A-Za-z][\w-]*$/;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
