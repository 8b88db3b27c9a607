import { COMMANDS } from "./command-table.ts";
import type { ListedCommand } from "./listed-command.ts";
import type { ArgumentValue, CommandHost } from "./screen-command.ts";

/** A command for completion. */
export interface CompletedCommand extends ListedCommand {
  /** Lists the values of its argument that contain the typed text, those that begin with it first. */
  readonly complete: (typed: string) => Promise<readonly ArgumentValue[]>;
}

type ListHost = Pick<CommandHost, "session" | "workplace">;

/** Milliseconds for which the values of an argument are not read again: each letter asks for them. */
const FRESH = 5000;

/** The commands of the screen itself. */
export const ownCommands = (host: ListHost): readonly CompletedCommand[] =>
  COMMANDS.map(({ name, summary, arguments: words, complete }) => ({
    name,
    summary,
    ...(words === undefined ? {} : { arguments: words }),
    complete: complete === undefined ? async () => [] : completing(() => complete(host)),
  }));

const completing = (read: () => Promise<readonly ArgumentValue[]>): CompletedCommand["complete"] => {
  let last: { readonly at: number; readonly values: Promise<readonly ArgumentValue[]> } | undefined;
  return async (typed) => {
    const now = performance.now();
    if (last === undefined || now - last.at > FRESH) last = { at: now, values: read() };
    return matching(typed, await last.values);
  };
};

const matching = (typed: string, values: readonly ArgumentValue[]): readonly ArgumentValue[] => {
  const text = typed.toLowerCase();
  const found = values.filter(({ value }) => value.toLowerCase().includes(text));
  const begins = ({ value }: ArgumentValue): boolean => value.toLowerCase().startsWith(text);
  return [...found.filter(begins), ...found.filter((value) => !begins(value))];
};
