import type { Extensions } from "coxswain/extensions";
import { escapeText } from "../../output/index.ts";
import type { ProcessContext } from "../../process/index.ts";
import type { Slash } from "./slash.ts";
import { parseSlash } from "./slash.ts";

/** Parses input that begins with a command of an extension. The command's notifications go to stderr. */
export const extensionSlash = (
  text: string,
  extensions: Extensions | undefined,
  { stderr }: Pick<ProcessContext, "stderr">,
): Slash | undefined => {
  const { name, words } = parseSlash(text) ?? {};
  if (extensions === undefined || name === undefined || words === undefined) return undefined;
  if (!extensions.commands.some((command) => command.name === name)) return undefined;
  const notify = (line: string): void => stderr.write(`${escapeText(line)}\n`);
  return {
    name,
    words,
    command: { run: async (session, _, signal) => (await extensions.run(session, text, { signal, notify })) ?? { answer: "" } },
  };
};
