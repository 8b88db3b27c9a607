import { UsageError } from "../../argv/index.ts";
import { wrap } from "../blocks/index.ts";
import { type KeymapRow, keyLabel } from "../keys/index.ts";
import { describedRows } from "./described-rows.ts";
import type { ScreenCommand } from "./screen-command.ts";

/** Lists the keys in effect, in groups, or the names of their actions. */
export const keys: ScreenCommand = {
  name: "keys",
  arguments: "[names]",
  summary: "List the keys; with names, what keys.json calls them",
  complete: async () => [{ value: "names", note: "The names of the actions in keys.json" }],
  async run(words, { keys: { rows }, show }) {
    if (words !== "" && words !== "names") throw new UsageError(`/keys takes only the word names, not ${words}`);
    const isNamed = words === "names";
    const end = isNamed
      ? 'Each name with its keys, as in keys.json beside your settings: { "queue": "alt+q" }'
      : "To change them: /keys names lists the names for keys.json";
    show(({ width }, theme) => [
      ...[...Map.groupBy(rows, ({ group }) => group)].flatMap(([group, members]) => [
        theme.strong(group),
        ...describedRows(members.map(isNamed ? namedRow : shownRow), width),
        "",
      ]),
      ...wrap(end, width).map(theme.dim),
    ]);
  },
};

const shownRow = ({ keys: own, action, description }: KeymapRow) => ({
  name: own.map(keyLabel).join(", "),
  description: action.startsWith("/") ? `${action}: ${description}` : description,
});

const namedRow = ({ keys: own, action }: KeymapRow) => ({ name: action, description: own.join(", ") });
