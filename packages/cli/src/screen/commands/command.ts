import { UsageError } from "../../argv/index.ts";
import type { Choices } from "../panels/index.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";

/** A command without arguments. */
export const plain = (name: string, summary: string, run: (host: CommandHost) => Promise<void> | void): ScreenCommand => ({
  name,
  summary,
  async run(words, host) {
    if (words !== "") throw new UsageError(`/${name} takes no arguments`);
    await run(host);
  },
});

/** A list of names, of which the current one is selected. */
export const namesToChoose = <Name extends string>(title: string, names: readonly Name[], current: string): Choices<Name> => ({
  title,
  items: names.map((name) => ({ label: name, value: name, ...(name === current ? { note: "(current)" } : {}) })),
  selected: Math.max(
    0,
    names.findIndex((name) => name === current),
  ),
});
