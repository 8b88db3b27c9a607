import { UsageError } from "../../argv/index.ts";
import { COMMANDS, type ScreenCommand } from "../commands/index.ts";

/** Actions of the commands that only plain mode has. */
export interface PlainActions {
  /** Queues a message for the end of the run. */
  queue(text: string): Promise<void>;
  /** Cancels the last queued message and returns it. Undefined if none is queued. */
  unqueue(): string | undefined;
  /** Interrupts the run. Returns false if there is none. */
  interrupt(): boolean;
  /** Prints all of the last call or command. Returns false if there is none. */
  more(): boolean;
}

const KEYS = [
  "The terminal edits the line. Besides:",
  "Ctrl+C: interrupt the run or your command, or discard a begun message; else exit with a second one",
  "Ctrl+D: exit",
  "Ctrl+Z: suspend",
].join("\n");

/** The commands of plain mode: those of all screens, and commands in place of keys. */
export const plainCommands = (actions: PlainActions): readonly ScreenCommand[] => {
  const own: readonly ScreenCommand[] = [
    {
      name: "keys",
      summary: "List the keys",
      async run(_, host) {
        host.print(KEYS);
      },
    },
    {
      name: "queue",
      arguments: "TEXT",
      summary: "Queue a message for the end of the run",
      async run(words) {
        if (words === "") throw new UsageError("/queue needs the message: /queue TEXT");
        await actions.queue(words);
      },
    },
    {
      name: "unqueue",
      summary: "Cancel the last queued message",
      async run(_, host) {
        const text = actions.unqueue();
        host.print(text === undefined ? "No message is queued." : `Cancelled: ${text}`);
      },
    },
    {
      name: "stop",
      summary: "Interrupt the run, as Ctrl+C",
      async run(_, host) {
        if (!actions.interrupt()) host.print("Nothing runs.");
      },
    },
    {
      name: "more",
      summary: "Show all of the last call or command",
      async run(_, host) {
        if (!actions.more()) host.print("No call or command yet.");
      },
    },
  ];
  const help: ScreenCommand = {
    name: "help",
    summary: "List the commands",
    async run(_, host) {
      host.print(helpText(table));
    },
  };
  const table: readonly ScreenCommand[] = [help, ...COMMANDS.filter(({ name }) => name !== "help" && name !== "keys"), ...own];
  return table;
};

const helpText = (table: readonly ScreenCommand[]): string =>
  [
    "A line is a prompt. During a run it reaches the model at its next turn.",
    'A backslash at the end of a line continues it. """ begins and ends several lines.',
    "Ctrl+C interrupts; with nothing to interrupt, twice exits. Ctrl+D exits.",
    "! runs a shell command, !! runs one that the model does not see, @ names a file.",
    "",
    "Commands:",
    ...table.map(({ name, arguments: words, summary }) => `/${name}${words === undefined ? "" : ` ${words}`}: ${summary}`),
  ].join("\n");
