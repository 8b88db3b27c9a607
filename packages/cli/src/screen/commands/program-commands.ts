import { splitArguments } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import { plain } from "./command.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";

/** A command of `cox` with its own output, whose arguments follow the slash command's name. */
const ofProgram = (name: string, words: string | undefined, summary: string): ScreenCommand => ({
  name,
  ...(words === undefined ? {} : { arguments: words }),
  summary,
  async run(typed, { workplace, print }) {
    print(await workplace.cox([name, ...splitArguments(typed)]));
  },
});

const settings: ScreenCommand = {
  name: "settings",
  arguments: "[KEY VALUE]",
  summary: "Show the settings and their sources; change yours",
  complete: async ({ workplace }) => (await workplace.settings()).map(({ key, value }) => ({ value: key, note: value })),
  async run(words, { workplace, choose, read, print }) {
    const [, typedKey, typedValue = ""] = /^(\S+)(?:\s+(.*))?$/s.exec(words) ?? [];
    const rows = await workplace.settings();
    const row =
      typedKey === undefined
        ? await choose({
            title: "Settings",
            items: rows.map((one) => ({ label: one.key, note: `${one.value === "" ? "-" : one.value}  (${one.source})`, value: one })),
          })
        : rows.find(({ key }) => key === typedKey);
    if (typedKey !== undefined && row === undefined) throw new UsageError(`no setting ${typedKey}. /settings lists them`);
    if (row === undefined) return;
    const value = typedValue === "" ? await read(`${row.key}, empty for its default`, row.isSet ? row.value : "") : typedValue;
    if (value === undefined || value === (row.isSet ? row.value : "")) return;
    const change = value === "" ? ["config", "unset", row.key] : ["config", "set", row.key, value];
    print(`${(await workplace.cox(change)).trimEnd()}\nIt applies when cox starts the next time.`);
  },
};

const trust = plain("trust", "Review this project's files for agents, and trust it", async ({ workplace, choose, print }) => {
  const { text, isTrusted } = await workplace.trustReview();
  print(text);
  if (isTrusted) return print("Already trusted.");
  const items = [
    { label: "No", value: false },
    { label: "Yes", note: "cox reads these files and runs its hooks and extensions as you, now and later", value: true },
  ];
  if ((await choose({ title: "Trust this project?", items })) !== true) return;
  print(`${(await workplace.trust()).trimEnd()}\nIts files apply when cox starts the next time.`);
});

const allowRule = async (typed: string, { workplace, choose, read, print }: CommandHost): Promise<void> => {
  const rule = typed === "" ? await read("Rule, for example bash(npm test *)") : typed;
  if (rule === undefined || rule === "") return;
  const items = [
    { label: "In this project", value: "project" as const },
    { label: "Always", note: "in every project", value: "always" as const },
  ];
  const scope = await choose({ title: `Allow ${rule}`, items });
  if (scope === undefined) return;
  await workplace.allow(rule, scope);
  print(`Allowed from now on: ${rule}`);
};

/** Splits off the action and its options. The rest is one rule or one command, whose quotes belong to it. */
const permissionWords = (words: string): readonly string[] => {
  const [, action = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(words) ?? [];
  if (action === "") return [];
  return [action, ...(/^(?:-|$)/.test(rest) ? splitArguments(rest) : [rest])];
};

const permissions: ScreenCommand = {
  name: "permissions",
  arguments: "[allow|forget|explain …]",
  summary: "Show the rules, the saved answers and the last denials; allow a rule, forget an answer",
  complete: async () => [
    { value: "allow", note: "save a rule that allows calls from now on" },
    { value: "forget", note: "remove a saved answer" },
    { value: "explain", note: "judge a command" },
  ],
  async run(words, host) {
    const { workplace, choose, print } = host;
    if (/^allow(?:\s|$)/.test(words)) return allowRule(words.slice("allow".length).trim(), host);
    if (words === "forget") {
      const answers = await workplace.savedAnswers();
      if (answers.length === 0) throw new UsageError("no saved answers here");
      const items = answers.map(({ rule, scope }) => ({ label: rule, note: scope, value: rule }));
      const rule = await choose({ title: "Forget an answer", items });
      return rule === undefined ? undefined : print(await workplace.cox(["permissions", "forget", rule]));
    }
    print(await workplace.cox(["permissions", ...permissionWords(words)]));
    if (words !== "") return undefined;
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
  ofProgram("hooks", undefined, "List the hooks"),
  ofProgram("skills", undefined, "List the skills and prompt templates"),
  ofProgram("agents", undefined, "List the agents that tasks can use"),
  ofProgram("extensions", undefined, "List the extensions and what they add"),
  ofProgram("search", "WORDS", "Search all sessions"),
  ofProgram("stats", undefined, "Show tokens and cost of all sessions"),
  ofProgram("doctor", undefined, "Check the installation"),
];
