import { escapeLine, escapeText } from "../../output/index.ts";
import type { ChoiceItem, Choices } from "../panels/index.ts";
import type { AskLine } from "./conversations.ts";
import { numbered, type PrintLines } from "./numbered.ts";

/** Items of a list that are shown at once. */
const MOST_ITEMS = 20;
/** Shows the preview of an item, before its number. */
const SHOW = "show";

/**
 * Shows a list, and asks until the typed number or part of a name chooses an item. The keys of the list are words before the
 * number, such as `fork 3`. Undefined: the user chooses none.
 */
export const chooseItem = async <Value>(choices: Choices<Value>, ask: AskLine, print: PrintLines): Promise<Value | undefined> => {
  const { title, items, selected, keys = [], preview, escape } = choices;
  if (items.length === 0) {
    print(["Nothing to choose from."]);
    return undefined;
  }
  const show = (shown: readonly (readonly [number, ChoiceItem<Value>])[]): void => {
    const left = shown.length - MOST_ITEMS;
    print([
      ...shown.slice(0, MOST_ITEMS).map(([at, item]) => `  ${at + 1}: ${nameOf(item)}`),
      ...(left > 0 ? [`  ${left} more: type a part of the name to find them.`] : []),
    ]);
  };
  const all = items.map((item, at) => [at, item] as const);
  const words = [...keys.filter(({ key }) => key.length > 1).map(({ label }) => label), ...(preview === undefined ? [] : [SHOW])];
  print([title.endsWith("?") ? escapeLine(title) : `${escapeLine(title)}:`]);
  show(all);
  const now = items[selected ?? -1];
  if (now !== undefined) print([`Now: ${nameOf(now)}`]);
  if (words.length > 0) print([`Before a number: ${words.join(", ")}. For example: ${words.at(-1)} 1`]);
  while (true) {
    const none = escape === undefined ? "Enter for none" : "Enter to go back";
    const typed = (await ask(`Number or part of the name; ${none}: `))?.trim().toLowerCase();
    if (typed === undefined) return undefined;
    if (typed === "") return escape;
    const byNumber = numbered(items, typed);
    if (byNumber !== undefined) return byNumber.value;
    const [, word, number = ""] = /^(\S+)\s+(\d+)$/.exec(typed) ?? [];
    const named = numbered(items, number);
    const key = keys.find(({ label }) => label === word);
    const found = all.filter(([, item]) => nameOf(item).toLowerCase().includes(typed) || item.search?.toLowerCase().includes(typed));
    const [only] = found;
    if (named !== undefined && key !== undefined) return key.value(named.value);
    if (named !== undefined && word === SHOW && preview !== undefined) print(await previewLines(() => preview(named.value)));
    else if (only !== undefined && found.length === 1) return only[1].value;
    else if (only === undefined) print(["Nothing matches."]);
    else show(found);
  }
};

const previewLines = async (read: () => string | Promise<string>): Promise<readonly string[]> => {
  try {
    return escapeText((await read()).trim()).split("\n");
  } catch (error) {
    return [escapeLine(error instanceof Error ? error.message : String(error))];
  }
};

const nameOf = ({ label, note = "" }: ChoiceItem<unknown>): string => {
  if (note === "") return escapeLine(label);
  return escapeLine(`${label}${note.startsWith("(") ? "" : ","} ${note}`);
};
