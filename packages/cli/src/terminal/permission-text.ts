import { styleText } from "node:util";
import type { PermissionRequest, Question } from "coxswain";
import { escapeLine, exactLines, hasInvisible } from "../output/index.ts";
import type { Preview, PreviewPart } from "./preview.ts";

/** Lines of a change shown at first. Commands and other executed text are always shown in full. */
const INITIAL_LINES = 24;
/** Questions with more lines may not fit on the screen. */
const MANY_LINES = 20;

export interface PermissionTextOptions {
  /** Width of the screen in characters. */
  readonly columns: number;
  /** True to show all of a long change. */
  readonly whole: boolean;
  readonly colored: boolean;
}

/** Returns whether a preview has more lines than are shown at first. */
export const isLong = ({ parts }: Preview): boolean => parts.some(({ lines }) => lines.length > INITIAL_LINES);

/** Formats everything that the user must see before answering. The answer prompt is separate. */
export const permissionText = (question: Question, preview: Preview, options: PermissionTextOptions): string => {
  const { requests, reasons, offers, wider = [] } = question;
  const exact = (text: string): readonly string[] => exactLines(text, { columns: options.columns, margin: "  | " });
  const head = styled(options, "bold", `? ${escapeLine(askerOf(question))} wants to ${actionOf(requests[0])}:`);
  const [first, ...others] = requests;
  return [
    "",
    head,
    ...exact(first?.subject ?? ""),
    ...others.flatMap((request) => [`  and to ${actionOf(request)}:`, ...exact(request.subject)]),
    ...preview.parts.flatMap((part) => partLines(part, options)),
    ...argumentLines(preview, exact),
    ...detailNotes(requests, preview),
    ...specialReasons(reasons).flatMap((reason) => exactLines(escapeLine(reason), { columns: options.columns, margin: "  Note: " })),
    ...(wider.length === 0 ? offerLines("s, p, a", offers, options) : offerLines("s, p, a", wider, options)),
    ...(wider.length === 0 ? [] : offerLines("se, pe, ae", offers, options)),
    "",
  ].join("\n");
};

/** Omits the usual reason, that no rule allows the call, because the question implies it. */
const specialReasons = (reasons: readonly string[]): readonly string[] => reasons.filter((reason) => !reason.startsWith("nothing allows "));

/** The rules that some answers add: one on the line of its title, several below it. */
const offerLines = (answers: string, offers: readonly string[], { columns }: PermissionTextOptions): readonly string[] => {
  const [only, ...others] = offers.map(readableRule);
  const title = `  ${answers} allow:`;
  if (only === undefined) return [];
  if (others.length === 0) return exactLines(only, { columns, margin: `${title} ` });
  return [title, ...[only, ...others].flatMap((rule) => exactLines(rule, { columns, margin: "  | " }))];
};

/**
 * `bash(npm test $)` as `npm test (exactly)`, `bash(npm test)` as `npm test *`, `write(/work/**)` as `all edits in /work`;
 * another rule unchanged.
 */
export const readableRule = (rule: string): string => {
  const command = /^bash\((.*)\)$/s.exec(rule)?.[1];
  if (command === undefined) return rule.replace(/^write\((.*)\/\*\*\)$/s, "all edits in $1");
  return command.endsWith(" $") ? `${command.slice(0, -2)} (exactly)` : `${command} *`;
};

const askerOf = ({ tool, agent }: Question): string => (agent === undefined ? tool : `${tool}, for the agent ${agent.name ?? agent.id},`);

const actionOf = (request: PermissionRequest | undefined): string => {
  if (request === undefined) return "run";
  const { effect, inside, shell, confined } = request;
  const where = inside === false ? " outside this folder" : "";
  switch (effect) {
    case "read":
      return `read${where}`;
    case "write":
      return `write a file${where}`;
    case "network":
      return "access the network";
    case "execute":
      return shell === undefined ? "perform" : `run ${SANDBOX[String(confined)]}`;
  }
};

const SANDBOX: Readonly<Record<string, string>> = {
  true: "in the sandbox",
  false: "OUTSIDE the sandbox",
  undefined: "without a sandbox",
};

const partLines = ({ title, lines }: PreviewPart, options: PermissionTextOptions): readonly string[] => {
  const shown = options.whole ? lines : lines.slice(0, INITIAL_LINES);
  const left = lines.length - shown.length;
  return [
    `  ${title}`,
    ...shown.flatMap(({ mark, text }) => {
      const exact = exactLines(text, { columns: options.columns, margin: `  ${mark === " " ? "|" : mark} ` });
      return mark === " " ? exact : exact.map((line) => styled(options, mark === "-" ? "red" : "green", line));
    }),
    ...(left === 0 ? [] : [`  … ${left} more lines: type v to view all`]),
  ];
};

const argumentLines = ({ otherArguments }: Preview, exact: (text: string) => readonly string[]): readonly string[] => {
  const lines = Object.entries(otherArguments).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return lines.length === 0 ? [] : ["  Arguments:", ...lines.flatMap(exact)];
};

/** Notes about details that are easy to overlook. */
const detailNotes = (requests: readonly PermissionRequest[], { parts, otherArguments }: Preview): readonly string[] => {
  const texts = [
    ...requests.map(({ subject }) => subject),
    ...parts.flatMap(({ lines }) => lines.map(({ text }) => text)),
    JSON.stringify(otherArguments),
  ];
  const longest = Math.max(...requests.map(({ subject }) => subject.split("\n").length));
  return [
    ...(longest > MANY_LINES ? [`  ${longest} lines, all shown above`] : []),
    ...(texts.some(hasInvisible) ? ["  Contains invisible characters, shown as codes such as \\x1b or \\u{202e}"] : []),
  ];
};

const styled = ({ colored }: PermissionTextOptions, format: "bold" | "red" | "green", text: string): string =>
  colored ? styleText(format, text) : text;
