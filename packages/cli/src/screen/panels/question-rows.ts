import { visibleWidth } from "@earendil-works/pi-tui";
import type { PermissionRequest, Question } from "coxswain";
import { escapeLine, exactLines, hasInvisible, relativeTo } from "../../output/index.ts";
import { type Preview, readableRule } from "../../terminal/index.ts";
import { diffRows, wrapBehind } from "../blocks/index.ts";
import type { Theme } from "../themes/index.ts";
import { type PendingCall, specialReasons } from "./call-batches.ts";

/** The effect of a call that a permission question is about. */
export interface QuestionPreview extends Preview {
  /** Unified diff of the call's changes. Absent: it changes no file, or the changes are in `parts` only. */
  readonly diff?: string;
}

export interface QuestionRowsOptions {
  readonly width: number;
  readonly theme: Theme;
  /** The session's folder, absolute: paths in it are shown relative to it. */
  readonly cwd: string;
  /** Returns the task of a sub-agent, by its session, if it is known. */
  readonly taskOf: (agent: string) => string | undefined;
}

/** Columns of the title that the name of an agent may use. */
const LONGEST_NAME = 20;

/** Returns the question in plain words, with the name of a sub-agent that asks. Escaped, and at most `width` columns if the subject fits. */
export const questionTitle = (question: Question, { width, cwd }: Pick<QuestionRowsOptions, "width" | "cwd">): string => {
  const { agent } = question;
  const name = escapeLine(agent?.name ?? agent?.id ?? "");
  const who = agent === undefined ? "" : `Agent ${name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name}: `;
  const subject = titleSubject(question, width - who.length, cwd);
  return `${who}${subject === undefined ? generalTitle(question) : `${verbOf(question)} ${subject}?`}`;
};

/** Returns the subject as in the title; undefined if it does not fit there, or its exact characters matter. */
const titleSubject = (question: Question, room: number, cwd: string): string | undefined => {
  const [first] = question.requests;
  if (first === undefined || !(isPath(first) || isAddress(first))) return undefined;
  const subject = shownPath(first, cwd);
  const isPlain = !hasInvisible(subject) && !/[\n\t]|^ | $/.test(subject);
  return isPlain && visibleWidth(subject) + verbOf(question).length + 2 <= room ? subject : undefined;
};

const isPath = ({ effect, subject }: PermissionRequest): boolean =>
  (effect === "read" || effect === "write") && /^(?:\/|[A-Za-z]:\\)/.test(subject);

const isAddress = ({ effect, subject }: PermissionRequest): boolean => effect === "network" && /^[a-z]+:\/\//.test(subject);

const shownPath = ({ subject, inside }: PermissionRequest, cwd: string): string => (inside === true ? relativeTo(cwd)(subject) : subject);

/** Tools that change parts of files. */
const EDITING: ReadonlySet<string> = new Set(["edit", "apply_patch", "rename"]);

const verbOf = ({ tool, requests }: Question): string => {
  switch (requests[0]?.effect) {
    case "read":
      return "Read";
    case "network":
      return "Fetch";
    default:
      return EDITING.has(tool) ? "Edit" : "Write";
  }
};

const generalTitle = ({ tool, requests: [first] }: Question): string => {
  if (first?.shell !== undefined) return `Run this command${first.confined === false ? " OUTSIDE the sandbox" : ""}?`;
  if (first !== undefined && isPath(first)) {
    if (first.effect === "read") return "Read this file?";
    return EDITING.has(tool) ? "Edit this file?" : "Write this file?";
  }
  return first?.effect === "network" ? `Let ${escapeLine(tool)} use the network?` : `Use ${escapeLine(tool)}?`;
};

/** Renders everything that must be seen before a question is answered: the exact command, path or change, and the reason if it is special. */
export const questionBody = (question: Question, preview: QuestionPreview, options: QuestionRowsOptions): readonly string[] => {
  const { width, theme, cwd } = options;
  const [first, ...others] = question.requests;
  const exact = (text: string): readonly string[] => exactLines(text, { columns: width + 1, margin: "  | " });
  const isInTitle = first !== undefined && questionTitle(question, options).includes(` ${shownPath(first, cwd)}?`);
  return [
    ...(first === undefined || isInTitle ? [] : exact(first.subject)),
    ...others.flatMap((request) => [...note(`and to ${EFFECTS[request.effect]}${placeOf(request)}:`, width), ...exact(request.subject)]),
    ...changeRows(preview, options),
    ...argumentRows(preview, exact),
    ...(isHidden(question, preview) ? note("Invisible characters are shown as codes, as \\x1b.", width).map(theme.warning) : []),
  ];
};

/** Renders a question with everything that must be seen before it is answered. */
export const questionRows = (question: Question, preview: QuestionPreview, options: QuestionRowsOptions): readonly string[] => [
  "",
  options.theme.strong(questionTitle(question, options)),
  ...questionBody(question, preview, options),
  ...reasonRows(question, options),
];

/** Renders for which task an agent asks, and why, if there is a reason other than that no rule allows it. */
export const reasonRows = (question: Question, options: QuestionRowsOptions): readonly string[] => {
  const { requests, reasons, always, agent } = question;
  const { width, theme } = options;
  const places = requests.some(({ inside }) => inside === false) ? ["it is outside of this folder"] : [];
  const special = [...places, ...specialReasons(reasons)];
  const rows = special.flatMap((reason) => wrapBehind("  Why: ", escapeLine(reason), width));
  const reason = [...rows, ...(always === true ? note("A hook asks about this call each time.", width) : [])].map(theme.warning);
  return [...taskRows(agent, options), ...reason];
};

/** The name of an agent does not say which of several ones asks. */
const taskRows = (agent: Question["agent"], { width, theme, taskOf }: QuestionRowsOptions): readonly string[] => {
  const task = agent === undefined ? undefined : taskOf(agent.id);
  return task === undefined ? [] : wrapBehind("  For: ", escapeLine(task), width).map(theme.dim);
};

/** Renders the rules that an answer saves, if the choices do not show them. */
export const ruleRows = (rules: readonly string[], { width, theme }: QuestionRowsOptions): readonly string[] =>
  rules.length === 0
    ? []
    : ["  s, p, a allow:", ...rules.flatMap((rule) => exactLines(readableRule(rule), { columns: width + 1, margin: "  | " }))].map(
        theme.dim,
      );

/** Renders the calls that the same answer may cover, those of other agents below their tasks. */
export const batchRows = (
  calls: readonly PendingCall[],
  { sessionId, root }: Pick<Question, "sessionId" | "root">,
  { width, theme, taskOf }: QuestionRowsOptions,
): readonly string[] => {
  if (calls.length === 0) return [];
  const nameOf = (session: string): string => taskOf(session) ?? (session === root ? "The main agent" : "Another agent");
  const rows = [...Map.groupBy(calls, ({ session }) => session)].flatMap(([session, own]) => [
    ...(session === sessionId ? [] : wrapBehind("  ", `${escapeLine(nameOf(session))}:`, width).map(theme.dim)),
    ...own.flatMap((call) => exactLines(pendingSubject(call), { columns: width + 1, margin: "  | " })),
  ]);
  return [theme.dim(`  Then ${calls.length} more:`), ...rows];
};

/** The command or the path of a call, with its other arguments unless they are the content of a file. */
const pendingSubject = ({ tool, input }: PendingCall): string => {
  const fields = typeof input === "object" && input !== null ? (input as Readonly<Record<string, unknown>>) : { input };
  const { path, command, ...others } = fields;
  if (typeof path === "string") return `${tool} ${path}`;
  if (typeof command !== "string") return `${tool} ${JSON.stringify(fields)}`;
  return Object.keys(others).length === 0 ? command : `${command}\n${JSON.stringify(others)}`;
};

const note = (text: string, width: number): readonly string[] => wrapBehind("  ", text, width);

const EFFECTS = { read: "read", write: "write", network: "use the network", execute: "run" } as const;

const placeOf = ({ inside }: PermissionRequest): string => (inside === false ? " outside this folder" : "");

const changeRows = ({ diff, parts }: QuestionPreview, { width, theme }: QuestionRowsOptions): readonly string[] => {
  if (diff !== undefined) return diffRows(diff, { width: width - 2, theme }).map((row) => (row === "" ? "" : `  ${row}`));
  return parts.flatMap(({ title, lines }) => [
    ...note(title, width),
    ...lines.flatMap(({ mark, text }) => {
      const rows = exactLines(text, { columns: width + 1, margin: `  ${mark === " " ? "|" : mark} ` });
      return mark === " " ? rows : rows.map(mark === "-" ? theme.removed : theme.added);
    }),
  ]);
};

const argumentRows = ({ otherArguments }: QuestionPreview, exact: (text: string) => readonly string[]): readonly string[] => {
  const lines = Object.entries(otherArguments).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return lines.length === 0 ? [] : ["  Arguments:", ...lines.flatMap(exact)];
};

const isHidden = ({ requests }: Question, { parts, otherArguments }: QuestionPreview): boolean =>
  [
    ...requests.map(({ subject }) => subject),
    ...parts.flatMap(({ lines }) => lines.map(({ text }) => text)),
    JSON.stringify(otherArguments),
  ].some(hasInvisible);
