import type { Answer, Question } from "coxswain";
import type { BatchAnswer, PendingCall } from "./call-batches.ts";
import type { PanelChoice } from "./choice-panel.ts";
import { type Choice, choicesOf } from "./question-choices.ts";

/** A thing to do at a permission question in a panel. */
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

type Offers = Pick<Question, "offers" | "wider">;

/** The rules that an answer saves unless the user changes them: the wider ones, if there are any. */
export const savedFirst = ({ offers, wider = [] }: Offers): readonly string[] => (wider.length > 0 ? wider : offers);

/**
 * The answers to a question.
 * @param rules rules that an answer saves
 * @param like later calls that the same answer may cover
 */
export const answerActions = (
  { tool }: Pick<Question, "tool">,
  rules: readonly string[],
  like: readonly PendingCall[],
): readonly PanelChoice<QuestionAction>[] => {
  const all = `all ${like.length + 1} ${nounOf(tool)}`;
  const batch = (key: string, text: string, answer: BatchAnswer): readonly PanelChoice<QuestionAction>[] =>
    like.length === 0 ? [] : [{ key, text: `${text} ${all}`, action: { kind: "batch", answer, calls: like } }];
  return choicesOf({ offers: rules }, true).flatMap((choice) => [
    { key: choice.key, text: choice.text, action: actionOf(choice) },
    ...(choice.key === "y" ? batch("b", "Yes to", { kind: "once" }) : []),
    ...(choice.key === "n" ? batch("d", "No to", { kind: "deny" }) : []),
  ]);
};

const actionOf = ({ answer }: Choice): QuestionAction => (answer === "reason" ? { kind: "reason" } : { kind: "answer", answer });

/**
 * Things to do before answering.
 * @param rules rules that an answer saves
 * @param isEditable true if the user may edit them
 */
export const questionTools = (
  { offers, wider = [] }: Offers,
  rules: readonly string[],
  isEditable: boolean,
): readonly PanelChoice<QuestionAction>[] => {
  if (offers.length === 0 && wider.length === 0) return [VIEW];
  const isWide = wider.length > 0 && rules === wider;
  const other = isWide ? offers : wider;
  return [
    ...(isEditable ? [{ key: "e", text: rules.length > 1 ? "edit rules" : "edit rule", action: { kind: "edit" } } as const] : []),
    ...(other.length === 0 ? [] : [{ key: "w", text: isWide ? "exact" : "wider", action: { kind: "rules", rules: other } } as const]),
    VIEW,
  ];
};

const VIEW: PanelChoice<QuestionAction> = { key: "v", text: "all", action: { kind: "view" } };

const NOUNS: Readonly<Record<string, string>> = {
  bash: "commands",
  edit: "edits",
  write: "edits",
  apply_patch: "edits",
  fetch: "requests",
};

const nounOf = (tool: string): string => (Object.hasOwn(NOUNS, tool) ? (NOUNS[tool] ?? "calls") : "calls");
