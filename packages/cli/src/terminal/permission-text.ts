import { styleText } from "node:util";
import type { PermissionRequest, Question } from "coxswain";
import { escapeLine, exactLines, hasUnseen } from "../output/index.ts";
import type { Preview, PreviewPart } from "./preview.ts";

/** Lines of a change that are shown at first. What runs as it stands, as a command, is always shown whole. */
const FEW = 24;
/** Lines that a screen may not have. */
const MANY = 20;

export interface PermissionTextOptions {
  /** Characters in a line of the screen. */
  readonly columns: number;
  /** Whether all of a long change is shown. */
  readonly whole: boolean;
  readonly coloured: boolean;
}

/** Whether a preview has more than is shown at first. */
export const isLong = ({ parts }: Preview): boolean => parts.some(({ lines }) => lines.length > FEW);

/** All of a question that a person has to see who answers it. The answers are asked for apart from it. */
export const permissionText = (question: Question, preview: Preview, options: PermissionTextOptions): string => {
  const { requests, reasons, offers } = question;
  const exact = (text: string): readonly string[] => exactLines(text, { columns: options.columns, margin: "  | " });
  const head = styled(options, "bold", `? ${escapeLine(askerOf(question))} wants to ${wantOf(requests[0])}:`);
  const [first, ...others] = requests;
  return [
    "",
    head,
    ...exact(first?.subject ?? ""),
    ...others.flatMap((request) => [`  and to ${wantOf(request)}:`, ...exact(request.subject)]),
    ...preview.parts.flatMap((part) => partLines(part, options)),
    ...besidesLines(preview, exact),
    ...notes(requests, preview),
    ...(reasons.length === 0 ? [] : ["  Why it is asked:", ...reasons.flatMap((reason) => exact(escapeLine(reason)))]),
    ...(offers.length === 0 ? [] : [`  ${keptTitle(offers)}`, ...offers.flatMap(exact)]),
    "",
  ].join("\n");
};

const keptTitle = (offers: readonly string[]): string =>
  `What s, p and a allow from then on${offers.some((rule) => rule.endsWith(" $)")) ? " ($: with nothing after it)" : ""}:`;

const askerOf = ({ tool, agent }: Question): string => (agent === undefined ? tool : `${tool}, for the agent ${agent.name ?? agent.id},`);

const wantOf = (request: PermissionRequest | undefined): string => {
  if (request === undefined) return "run";
  const { effect, inside, shell, confined } = request;
  const where = inside === false ? ", outside of this folder" : "";
  switch (effect) {
    case "read":
      return `read${where}`;
    case "write":
      return `write a file${where}`;
    case "network":
      return "reach an address";
    case "execute":
      return shell === undefined ? "do" : `run, ${SANDBOX[String(confined)]}`;
  }
};

const SANDBOX: Readonly<Record<string, string>> = {
  true: "in the sandbox",
  false: "OUTSIDE of the sandbox",
  undefined: "without a sandbox",
};

const partLines = ({ title, lines }: PreviewPart, options: PermissionTextOptions): readonly string[] => {
  const shown = options.whole ? lines : lines.slice(0, FEW);
  const left = lines.length - shown.length;
  return [
    `  ${title}`,
    ...shown.flatMap(({ mark, text }) => {
      const exact = exactLines(text, { columns: options.columns, margin: `  ${mark === " " ? "|" : mark} ` });
      return mark === " " ? exact : exact.map((line) => styled(options, mark === "-" ? "red" : "green", line));
    }),
    ...(left === 0 ? [] : [`  … and ${left} lines more: v shows all.`]),
  ];
};

const besidesLines = ({ besides }: Preview, exact: (text: string) => readonly string[]): readonly string[] => {
  const given = Object.entries(besides).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return given.length === 0 ? [] : ["  With:", ...given.flatMap(exact)];
};

/** What is easily overlooked. */
const notes = (requests: readonly PermissionRequest[], { parts, besides }: Preview): readonly string[] => {
  const texts = [
    ...requests.map(({ subject }) => subject),
    ...parts.flatMap(({ lines }) => lines.map(({ text }) => text)),
    JSON.stringify(besides),
  ];
  const longest = Math.max(...requests.map(({ subject }) => subject.split("\n").length));
  return [
    ...(longest > MANY ? [`  It is ${longest} lines long, and all of them are above.`] : []),
    ...(texts.some(hasUnseen) ? ["  It has characters that cannot be seen: they stand there as codes, as \\x1b or \\u{202e}."] : []),
  ];
};

const styled = ({ coloured }: PermissionTextOptions, format: "bold" | "red" | "green", text: string): string =>
  coloured ? styleText(format, text) : text;
