import type { CommandWord } from "../../loop/index.ts";

/** Whether a word that is not known may turn out to be an option. Of patterns those that may match a file with such a name: `*`, but not `*.ts`. */
export const mayBeOption = ({ kind, text }: CommandWord): boolean => {
  if (kind === "known") return text.startsWith("-");
  if (kind !== "pattern") return text === "" || text.startsWith("-");
  return text.startsWith("-") || text.startsWith("[") || /^[*?][A-Za-z*?-]*$/.test(text);
};
