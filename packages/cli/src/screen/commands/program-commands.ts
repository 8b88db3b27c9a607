import { splitArguments } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import { TRUST_MEANING } from "../../trust/index.ts";
import { plain } from "./command.ts";
import type { ArgumentValue, CommandHost, ScreenCommand } from "./screen-command.ts";
import type { SettingRow } from "./workplace.ts";

/** A command of `cox` without arguments. */
const ofProgram = (name: string, summary: string): ScreenCommand =>
  plain(name, summary, async ({ workplace, print }) => print(await workplace.cox([name])));

const search: ScreenCommand = {
  name: "search",
  arguments: "WORDS",
  summary: "Search the text of this folder's sessions; --all: of every folder",
  async run(words, { workplace, print }) {
    const typed = splitArguments(words);
    if (!typed.some((word) => !word.startsWith("-") && /[\p{L}\p{N}]/u.test(word)))
      throw new UsageError("/search needs words, such as: /search failing test");
    print(await workplace.cox(["search", ...typed]));
  },
};

const doctor = plain("doctor", "Check the installation", async ({ session, workplace, print }) => {
  const found = await workplace.cox(["doctor"]);
  // The check does not include options such as --base-url.
  print(`${found}\n\nThis session uses ${session.state.model}. The check does not include the options that cox was started with.`);
});

const settings: ScreenCommand = {
  name: "settings",
  arguments: "[KEY VALUE]",
  summary: "Show the settings and their sources; change yours",
  complete: async ({ workplace }) => (await workplace.settings()).map(({ key, value }) => ({ value: key, note: value })),
  async run(words, host) {
    const { workplace, choose, print } = host;
    const [, typedKey, typedValue = ""] = /^(\S+)(?:\s+(.*))?$/s.exec(words) ?? [];
    const rows = await workplace.settings();
    const row =
      typedKey === undefined
        ? await choose({
            title: "Settings",
            items: rows.map((one) => ({ label: one.key, note: `${one.value === "" ? "-" : one.value}  (${one.source})`, value: one })),
            preview: ({ description }) => description,
          })
        : rows.find(({ key }) => key === typedKey);
    if (typedKey !== undefined && row === undefined) throw new UsageError(`no setting ${typedKey}. /settings lists them`);
    if (row === undefined) return;
    const typed = typedValue === "" ? await chooseValue(row, host) : typedValue;
    if (typed === undefined || typed === (row.isSet ? row.value : "")) return;
    const value = row.isList ? listOf(typed) : typed;
    const change = value === "" ? ["config", "unset", row.key] : ["config", "set", row.key, value];
    print(`${(await workplace.cox(change)).trimEnd()}\nIt applies when cox starts the next time.`);
  },
};

/** A list in JSON, of one that is typed with commas. Empty text stays. */
const listOf = (typed: string): string =>
  typed === "" || typed.startsWith("[") ? typed : JSON.stringify(typed.split(",").map((item) => item.trim()));

/** Asks for the value of a setting. Resolves to an empty string for its default. */
const chooseValue = async (row: SettingRow, { choose, read, print, themes }: CommandHost): Promise<string | undefined> => {
  const { key, value, isSet, isList, description } = row;
  const values = key === "theme" ? themes.names : row.values;
  if (values.length === 0) {
    print(`${key}: ${description}${isList ? " Several values: with commas between them." : ""}`);
    return read(`${key}, empty for its default`, isSet ? value : "");
  }
  return choose({
    title: key,
    items: [
      ...values.map((one) => ({ label: one, value: one, ...(isSet && one === value ? { note: "(current)" } : {}) })),
      { label: "the default", value: "", ...(isSet ? {} : { note: "(current)" }) },
    ],
    selected: Math.max(0, isSet ? values.indexOf(value) : values.length),
    preview: () => description,
  });
};

const trust = plain("trust", "Review this project's files for agents, and trust it", async ({ workplace, choose, print }) => {
  const { text, hasFiles, isTrusted, project, trust: accept } = await workplace.trustReview();
  print(hasFiles ? text : `${text}This project has no settings or files for agents.`);
  if (isTrusted) return print("Already trusted.");
  print(TRUST_MEANING);
  const items = [
    { label: "No", value: false },
    { label: "Yes", value: true },
  ];
  if ((await choose({ title: "Trust this project?", items })) !== true) return;
  accept();
  print(`Trusted: ${project}\nIts files apply when cox starts the next time.`);
});

const allowRule = async (typed: string, { workplace, choose, read, print }: CommandHost): Promise<void> => {
  const rule = typed === "" ? await read("Rule, for example bash(npm test)") : typed;
  if (rule === undefined || rule === "") return;
  const fault = workplace.ruleFault(rule);
  if (fault !== undefined) throw new UsageError(fault);
  const items = [
    { label: "In this project", value: "project" as const },
    { label: "Always", note: "in every project", value: "always" as const },
  ];
  const scope = await choose({ title: `Allow ${rule}`, items });
  if (scope === undefined) return;
  await workplace.allow(rule, scope);
  print(`Allowed from now on: ${rule}`);
};

const ACTIONS: readonly ArgumentValue[] = [
  { value: "allow", note: "save a rule that allows calls from now on" },
  { value: "forget", note: "remove a saved answer" },
  { value: "explain", note: "judge a command" },
];

/** Splits off the action and its options. The rest is one rule or one command, whose quotes belong to it. */
const permissionWords = (words: string): readonly string[] => {
  const [, action = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(words) ?? [];
  if (action === "") return [];
  return [action, ...(rest === "" || rest.startsWith("-") ? splitArguments(rest) : [rest])];
};

const forgetAnswer = async (typed: string | undefined, { workplace, choose, print }: CommandHost): Promise<void> => {
  const answers = await workplace.savedAnswers();
  if (answers.length === 0) throw new UsageError("no saved answers here. /permissions allow RULE saves one");
  if (typed !== undefined && !answers.some(({ rule }) => rule === typed))
    throw new UsageError(`no saved answer ${typed} here. /permissions forget lists them`);
  const items = answers.map(({ rule, scope }) => ({ label: rule, note: scope, value: rule }));
  const rule = typed ?? (await choose({ title: "Forget an answer", items }));
  if (rule !== undefined) print(await workplace.cox(["permissions", "forget", rule]));
};

const permissions: ScreenCommand = {
  name: "permissions",
  arguments: "[allow|forget|explain …]",
  summary: "Show the rules, the saved answers and the last denials; allow a rule, forget an answer",
  complete: async () => ACTIONS,
  async run(words, host) {
    const { workplace, print } = host;
    const [action = "", rest] = permissionWords(words);
    if (action === "allow") return allowRule(words.slice(action.length).trim(), host);
    if (action === "forget" && rest?.startsWith("-") !== true) return forgetAnswer(rest, host);
    if (action === "explain" && rest === undefined)
      throw new UsageError("/permissions explain needs a command: /permissions explain npm test");
    if (action !== "" && !ACTIONS.some(({ value }) => value === action))
      throw new UsageError(`/permissions takes ${ACTIONS.map(({ value }) => value).join(", ")} or nothing, not ${action}`);
    print(await workplace.cox(["permissions", ...permissionWords(words)]));
    if (action !== "") return undefined;
    const paths = workplace.protectedPaths();
    if (paths.length > 0) print(`Files that run code, whose changes are always asked: ${paths.join(", ")}`);
    const denied = workplace.denials();
    if (denied !== undefined) print(denied);
    return undefined;
  },
};

export const PROGRAM_COMMANDS: readonly ScreenCommand[] = [
  permissions,
  plain("sandbox", "Show the sandbox of commands", async ({ workplace, print }) => print(await workplace.sandbox())),
  trust,
  settings,
  ofProgram("hooks", "List the hooks"),
  ofProgram("skills", "List the skills and prompt templates"),
  ofProgram("agents", "List the agents that tasks can use"),
  ofProgram("extensions", "List the extensions and what they add"),
  search,
  ofProgram("stats", "Show tokens and cost of all sessions"),
  doctor,
];
