import { fit, wholeMarkdownRows, wrap } from "../blocks/index.ts";
import { UsageError } from "../../argv/index.ts";
import { type Theme, unstyledTheme } from "../themes/index.ts";
import { namesToChoose } from "./command.ts";
import type { CommandHost, ScreenCommand } from "./screen-command.ts";

/** Chooses the colors. The list shows each theme at once. */
export const theme: ScreenCommand = {
  name: "theme",
  arguments: "[NAME]",
  summary: "Change the colors",
  async run(words, host) {
    const { themes } = host;
    const before = themes.name;
    const chosen = words === "" ? await choose(host) : words;
    if (chosen === undefined) return void themes.use(before);
    if (!themes.names.includes(chosen)) throw new UsageError(themes.use(chosen).join(" "));
    for (const problem of themes.use(chosen)) host.print(`! ${problem}`);
    if (chosen !== before || words !== "") await host.workplace.saveTheme(chosen);
    host.show(({ width }, current) => (current === unstyledTheme ? wrap(uncolored(chosen), width) : sampleRows(width, current)));
  },
};

const uncolored = (name: string): string => `Theme: ${name}. Plain mode has no colors: the inline and the full screen show it.`;

const choose = (host: CommandHost): Promise<string | undefined> => {
  const { themes } = host;
  const { names, name: current } = themes;
  return host.choose({
    ...namesToChoose("Theme", names, current),
    onSelect: (name) => void themes.use(name),
    sample: (width, shown) => sampleRows(width, shown),
  });
};

/** A few rows with most styles. */
const sampleRows = (width: number, shown: Theme): readonly string[] => {
  const { accent, dim, strong, success, warning, error, added, removed, addedWords, removedWords, syntax } = shown;
  const { keyword, name, string, number, comment, type } = syntax;
  return [
    `${accent("> Fix the parser")}  ${strong("strong")} ${dim("less important")}`,
    `${success("✓ done")}  ${warning("! warning")}  ${error("✗ error")}`,
    removed(`- const most = ${removedWords("8")};`),
    added(`+ const most = ${addedWords("16")};`),
    `${keyword("const")} ${name("at")}: ${type("string")} = ${string('"x"')} + ${number("1")}; ${comment("// code")}`,
    ...wholeMarkdownRows("See `code`.", { width, theme: shown }),
  ].map((row) => fit(row, width));
};
