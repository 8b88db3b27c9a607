import { fit } from "../blocks/index.ts";
import type { Style, Theme } from "../themes/index.ts";
import { plain } from "./command.ts";
import type { ScreenCommand } from "./screen-command.ts";

/** Colors of the parts that differ from ordinary text. The letters of the parts differ without them. */
const stylesOf = ({ accent, success, warning, error, dim, code }: Theme): Readonly<Record<string, Style>> => ({
  tool: accent,
  system: warning,
  person: success,
  result: code,
  image: error,
  answer: dim,
  free: dim,
});

export const CONTEXT_COMMANDS: readonly ScreenCommand[] = [
  plain("context", "Show what fills the context window, and the cost of the next request", async ({ workplace, show }) => {
    const [report, { contextPicture }] = await Promise.all([workplace.context(), import("../../context/index.ts")]);
    show(({ width }, theme) => {
      const styles = stylesOf(theme);
      const rows = contextPicture(report, { width, paint: (kind, text) => styles[kind]?.(text) ?? text });
      return rows.map((row) => fit(row, width));
    });
  }),
];
