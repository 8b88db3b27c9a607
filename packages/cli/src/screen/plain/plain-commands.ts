import { UsageError } from "../../argv/index.ts";
import { COMMANDS, type ListedCommand, otherCommands, OTHERS, plain, PREFIXES, type ScreenCommand } from "../commands/index.ts";

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
    plain("keys", "List the keys", ({ print }) => print(KEYS)),
    {
      name: "queue",
      arguments: "TEXT",
      summary: "Queue a message for the end of the run",
      async run(words) {
        if (words === "") throw new UsageError("/queue needs the message: /queue TEXT");
        await actions.queue(words);
      },
    },
    plain("unqueue", "Cancel the last queued message", ({ print }) => {
      const text = actions.unqueue();
      print(text === undefined ? "No message is queued." : `Cancelled: ${text}`);
    }),
    plain("stop", "Interrupt the run, as Ctrl+C", ({ print }) => {
      if (!actions.interrupt()) print("Nothing runs.");
    }),
    plain("more", "Show all of the last call or command", ({ print }) => {
      if (!actions.more()) print("No call or command yet.");
    }),
  ];
  const help = plain("help", "List the commands", async (host) => host.print(helpText(table, await otherCommands(table, host))));
  const table: readonly ScreenCommand[] = [help, ...COMMANDS.filter(({ name }) => name !== "help" && name !== "keys"), ...own];
  return table;
};

const helpText = (table: readonly ListedCommand[], others: readonly ListedCommand[]): string =>
  [
    "A line is a prompt. During a run it reaches the model at its next turn.",
    'A backslash at the end of a line continues it. """ begins and ends several lines.',
    "Ctrl+C interrupts; with nothing to interrupt, twice exits. Ctrl+D exits.",
    PREFIXES,
    "",
    "Commands:",
    ...table.map(helpLine),
    ...(others.length === 0 ? [] : ["", OTHERS, ...others.map(helpLine)]),
  ].join("\n");

const helpLine = ({ name, arguments: words, summary }: ListedCommand): string =>
  `/${name}${words === undefined ? "" : ` ${words}`}: ${summary}`;
