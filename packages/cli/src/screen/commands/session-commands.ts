import { clear as clearConversation } from "coxswain/session";
import { UsageError } from "../../argv/index.ts";
import { SLASH_COMMANDS, type SlashName } from "../../commands/index.ts";
import { SESSION_SLASH } from "../../slash/index.ts";
import { plain } from "./command.ts";
import { leaveTo } from "./leave-to.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";
import { type SessionChoice, sessionChoices } from "./session-choices.ts";
import type { SessionRow } from "./workplace.ts";

const chooseSession = async ({ session, workplace, choose }: CommandHost): Promise<SessionChoice | undefined> => {
  const rows = (await workplace.sessions()).filter(({ id }) => id !== session.id);
  if (rows.length === 0) throw new UsageError("no other sessions in this folder. /new starts one");
  const act =
    (action: SessionChoice["action"]) =>
    ({ row }: SessionChoice): SessionChoice => ({ row, action });
  return choose({
    ...sessionChoices(rows, (id) => workplace.sessionEnd(id)),
    keys: [
      { key: "ctrl+r", label: "rename", value: act("rename") },
      { key: "ctrl+f", label: "fork", value: act("fork") },
      { key: "ctrl+x", label: "trash", value: act("delete") },
    ],
  });
};

/** Fewer characters of an id are probably a typing error. */
const LEAST_ID = 4;

/** Finds a session by its id, the beginning or the end of it, or its title. @throws {UsageError} */
const namedSession = (words: string, rows: readonly SessionRow[]): string => {
  const isPart = ({ id }: SessionRow): boolean => words.length >= LEAST_ID && (id.startsWith(words) || id.endsWith(words));
  const isTitle = ({ title }: SessionRow): boolean => title.toLowerCase().includes(words.toLowerCase());
  const byId = rows.filter(isPart);
  const found = byId.length > 0 ? byId : rows.filter(isTitle);
  const [only] = found;
  if (only === undefined) throw new UsageError(`no session ${words} in this folder. /resume lists them`);
  if (found.length > 1) throw new UsageError(`${found.length} sessions match ${words}. /resume lists them`);
  return only.id;
};

const resume: ScreenCommand = {
  name: "resume",
  arguments: "[ID]",
  summary: "Open, rename, fork or delete another session of this folder",
  complete: async ({ workplace }) => (await workplace.sessions()).map(({ id, title }) => ({ value: id, note: title })),
  async run(words, host) {
    if (words !== "") {
      const named = namedSession(words, await host.workplace.sessions());
      return leaveTo(host, "open", () => ({ kind: "open", id: named }));
    }
    const chosen = await chooseSession(host);
    if (chosen === undefined) return;
    const { id, title } = chosen.row;
    const { workplace } = host;
    switch (chosen.action) {
      case "open":
        return leaveTo(host, "open", () => ({ kind: "open", id }));
      case "fork":
        return leaveTo(host, "open", async () => ({ kind: "open", id: await workplace.forkSession(id) }));
      case "rename": {
        const name = await host.read("Title", title);
        if (name !== undefined && name !== "") host.print(await workplace.cox(["sessions", "rename", id, name]));
        return;
      }
      case "delete":
        host.print(await workplace.cox(["sessions", "delete", id]));
    }
  },
};

const name: ScreenCommand = {
  name: "name",
  arguments: "[TITLE]",
  summary: "Change the title of this session",
  async run(words, { session, read }) {
    const title = words === "" ? await read("Title", session.state.title ?? "") : words;
    if (title !== undefined && title !== "") await session.set({ title });
  },
};

/** The built-in commands that the command line has too. The transcript shows what they did. */
const shared = (Object.keys(SLASH_COMMANDS) as SlashName[]).map((command): ScreenCommand => {
  const { summary, ...rest }: Omit<ScreenCommand, "run" | "name"> = SLASH_COMMANDS[command];
  return {
    name: command,
    ...rest,
    summary: `${summary.charAt(0).toUpperCase()}${summary.slice(1).replace(/\.$/, "")}`,
    async run(words, { session }) {
      await SESSION_SLASH[command].run(session, words, new AbortController().signal);
    },
  };
});

const FORMATS: Readonly<Record<string, string>> = { html: "html", md: "md", json: "jsonl", jsonl: "jsonl" };

const exportSession: ScreenCommand = {
  name: "export",
  arguments: "[FILE]",
  summary: "Write this session to a file: .html, .md or .jsonl",
  async run(words, { session, workplace, print }) {
    const file = words === "" ? `session-${session.id.slice(-8)}.html` : words;
    const format = FORMATS[/\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? ""];
    if (format === undefined) throw new UsageError(`cannot tell the format of ${file}. Use a name that ends in .html, .md or .jsonl`);
    print(await workplace.cox(["sessions", "export", session.id, "--format", format, "--output", file]));
  },
};

export const SESSION_COMMANDS: readonly ScreenCommand[] = [
  resume,
  plain("new", "Start a new session in this folder", (host) => leaveTo(host, "new", () => ({ kind: "new" }))),
  plain("clear", "Forget the conversation so far: the model no longer sees it", ({ session }) => clearConversation(session)),
  ...shared,
  name,
  exportSession,
];
