import { UsageError } from "../../argv/index.ts";
import type { ScreenCommand } from "./screen-command.ts";

/** Lists the keys in effect, in groups. */
export const keys: ScreenCommand = {
  name: "keys",
  summary: "List the keys",
  async run(words, host) {
    if (words !== "") throw new UsageError("/keys takes no arguments");
    const lines = [...Map.groupBy(host.keys.rows, ({ group }) => group)].flatMap(([group, rows]) => [
      "",
      `${group}:`,
      ...rows.map((row) => `${row.keys.join(", ").padEnd(24)} ${row.description} (${row.action})`),
    ]);
    host.print(["Keys, each with its action's name in keys.json:", ...lines].join("\n"));
  },
};
