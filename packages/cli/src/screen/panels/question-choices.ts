import type { Answer, Question } from "coxswain";
import { escapeLine } from "../../output/index.ts";
import { readableRule } from "../../terminal/index.ts";
import type { BatchAnswer, PendingCall } from "./call-batches.ts";

/** A thing to do at a permission question. */
export type QuestionAction =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** An answer for this call and the ones like it. */
  | { readonly kind: "batch"; readonly answer: BatchAnswer; readonly calls: readonly PendingCall[] }
  /** The user types why not. */
  | { readonly kind: "reason" }
  /** The user edits the rules that an answer saves. */
  | { readonly kind: "edit" }
  /** Answers save these rules from now on. */
  | { readonly kind: "rules"; readonly rules: readonly string[] }
  /** Shows everything that is too long for the panel. */
  | { readonly kind: "view" };

/** A choice at a permission question. */
export interface QuestionChoice {
  /** The letter that takes it. */
  readonly key: string;
  /** In a few words; escaped. */
  readonly text: string;
  readonly action: QuestionAction;
}

export interface QuestionChoicesOptions {
  /** Rules that an answer saves. Default: those of `savedFirst`. */
  readonly rules?: readonly string[];
  /** Later calls that the same answer may cover. */
  readonly like: readonly PendingCall[];
}

/** The rules that an answer saves unless the user changes them: the wider ones, if there are any. */
export const savedFirst = ({ offers, wider = [] }: Pick<Question, "offers" | "wider">): readonly string[] =>
  wider.length > 0 ? wider : offers;

/** The answers to a question, in the order in which they are shown. */
export const questionChoices = (
  question: Pick<Question, "offers" | "wider" | "tool">,
  { rules = savedFirst(question), like }: QuestionChoicesOptions,
): readonly QuestionChoice[] => {
  const shown = rules.length === 1 ? `: ${escapeLine(readableRule(rules[0] ?? ""))}` : rules.length > 1 ? `: ${rules.length} rules` : "";
  const answer = (key: string, text: string, reply: Answer): QuestionChoice => ({ key, text, action: { kind: "answer", answer: reply } });
  const saving = (key: string, text: string, kind: "session" | "project" | "always"): readonly QuestionChoice[] =>
    rules.length === 0 ? [] : [answer(key, `${text}${shown}`, { kind, rules })];
  const all = `all ${like.length + 1} ${nounOf(question.tool)}`;
  const batch = (key: string, text: string, reply: BatchAnswer): readonly QuestionChoice[] =>
    like.length === 0 ? [] : [{ key, text: `${text} ${all}`, action: { kind: "batch", answer: reply, calls: like } }];
  return [
    answer("y", "Yes, once", { kind: "once" }),
    ...batch("b", "Yes to", { kind: "once" }),
    ...saving("s", "Yes, in this session", "session"),
    ...saving("p", "Yes, in this project", "project"),
    ...saving("a", "Yes, always", "always"),
    answer("n", "No", { kind: "deny" }),
    ...batch("d", "No to", { kind: "deny" }),
    { key: "r", text: "No, with a reason", action: { kind: "reason" } },
  ];
};

/** Things to do before answering. */
export const questionTools = (
  { offers, wider = [] }: Pick<Question, "offers" | "wider">,
  rules: readonly string[],
): readonly QuestionChoice[] => {
  if (offers.length === 0 && wider.length === 0) return [VIEW];
  const isWide = wider.length > 0 && rules === wider;
  const other = isWide ? offers : wider;
  return [
    { key: "e", text: rules.length > 1 ? "edit the rules" : "edit the rule", action: { kind: "edit" } },
    ...(other.length === 0
      ? []
      : [{ key: "w", text: isWide ? "exact rules" : "wider rules", action: { kind: "rules", rules: other } } as const]),
    VIEW,
  ];
};

const VIEW: QuestionChoice = { key: "v", text: "show all", action: { kind: "view" } };

const NOUNS: Readonly<Record<string, string>> = {
  bash: "commands",
  edit: "edits",
  write: "edits",
  apply_patch: "edits",
  fetch: "requests",
};

const nounOf = (tool: string): string => (Object.hasOwn(NOUNS, tool) ? (NOUNS[tool] ?? "calls") : "calls");
