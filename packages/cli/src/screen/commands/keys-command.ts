import { wrap } from "../blocks/index.ts";
import { plain } from "./command.ts";
import { describedRows } from "./described-rows.ts";

/** Lists the keys in effect, in groups. */
export const keys = plain("keys", "List the keys", ({ keys: { rows }, show }) => {
  const groups = [...Map.groupBy(rows, ({ group }) => group)];
  show(({ width }) => [
    ...wrap("Keys, each with its action's name in keys.json:", width),
    ...groups.flatMap(([group, members]) => [
      "",
      `${group}:`,
      ...describedRows(
        members.map((row) => ({ name: row.keys.join(", "), description: `${row.description} (${row.action})` })),
        width,
      ),
    ]),
  ]);
});
