import { dollars } from "coxswain/providers";
import { PERMISSION_MODES } from "coxswain/policy";
import { UsageError } from "../../argv/index.ts";
import { formatMinute } from "../../time/index.ts";
import { formatTokens } from "../blocks/index.ts";
import { keys } from "./keys-command.ts";
import { theme } from "./theme-command.ts";
import type { Choices } from "../panels/index.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";
import { tasksCommand } from "./tasks-command.ts";

/** Runs a command without arguments. */
const plain = (name: string, summary: string, run: (host: CommandHost) => Promise<void> | void): ScreenCommand => ({
  name,
  summary,
  async run(words, host) {
    if (words !== "") throw new UsageError(`/${name} takes no arguments`);
    await run(host);
  },
});

const help = plain("help", "List the commands", (host) => {
  const rows = COMMANDS.map(({ name, arguments: words = "", summary }) => `/${`${name} ${words}`.padEnd(18)} ${summary}`);
  host.print(
    [
      "Commands:",
      ...rows,
      "",
      "! runs a shell command, !! runs one that the model does not see, @ names a file.",
      "/keys lists the keys.",
    ].join("\n"),
  );
});

const exit = plain("exit", "Leave the session", (host) => host.leave({ kind: "exit" }));

const newSession = plain("new", "Start a new session in this folder", (host) => host.leave({ kind: "new" }));

const mode: ScreenCommand = {
  name: "mode",
  arguments: "[MODE]",
  summary: `Change the permission mode: ${PERMISSION_MODES.join(", ")}`,
  complete: () => PERMISSION_MODES,
  async run(words, host) {
    const found = PERMISSION_MODES.find((one) => one === words);
    if (words !== "" && found === undefined) throw new UsageError(`no mode ${words}. Modes: ${PERMISSION_MODES.join(", ")}`);
    const chosen = found ?? (await host.choose(named("Permission mode", PERMISSION_MODES, host.mode())));
    if (chosen !== undefined) host.setMode(chosen);
  },
};

const model: ScreenCommand = {
  name: "model",
  arguments: "[MODEL]",
  summary: "Change the model",
  complete: ({ workplace }) => workplace.models(),
  async run(words, host) {
    const { session, workplace } = host;
    const chosen = words === "" ? await host.choose(named("Model", await workplace.models(), session.state.model)) : words;
    if (chosen !== undefined) await session.set({ model: chosen });
  },
};

const resume = plain("resume", "Open another session of this folder", async (host) => {
  const sessions = (await host.workplace.sessions()).filter(({ id }) => id !== host.session.id);
  if (sessions.length === 0) return host.print("No other sessions in this folder.");
  const items = sessions.map(({ id, title, updatedAt }) => ({ label: title, note: formatMinute(updatedAt), value: id }));
  const id = await host.choose({ title: "Sessions", items });
  if (id !== undefined) host.leave({ kind: "open", id });
});

const cost = plain("cost", "Show tokens and cost of this session", (host) => {
  const { usage, cost: spent } = host.session.state;
  const { input, cacheRead, cacheWrite, output, reasoning } = usage.total;
  host.print(
    [
      `Input   ${formatTokens(input + cacheRead + cacheWrite)} tokens (${formatTokens(cacheRead)} from the cache)`,
      `Output  ${formatTokens(output)} tokens (${formatTokens(reasoning)} reasoning)`,
      `Cost    ${dollars(spent)}, as far as prices are known`,
    ].join("\n"),
  );
});

/** A list of names, of which the current one is selected. */
const named = <Name extends string>(title: string, names: readonly Name[], current: string): Choices<Name> => ({
  title,
  items: names.map((name) => ({ label: name, value: name, ...(name === current ? { note: "(current)" } : {}) })),
  selected: Math.max(
    0,
    names.findIndex((name) => name === current),
  ),
});

/** The commands of the screen, in the order of the help. */
export const COMMANDS: readonly ScreenCommand[] = [help, keys, theme, model, mode, tasksCommand, resume, newSession, cost, exit];

/** Finds the command at the beginning of a prompt. */
export const commandIn = (
  text: string,
  table: readonly ScreenCommand[] = COMMANDS,
): { readonly command: ScreenCommand; readonly words: string } | undefined => {
  const [, name, words = ""] = /^\/([a-z][a-z0-9-]*)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  const command = table.find((one) => one.name === name);
  return command && { command, words: words.trim() };
};
