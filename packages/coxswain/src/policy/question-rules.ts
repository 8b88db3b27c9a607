import type { Question } from "./question.ts";
import { parseRule } from "./rules/index.ts";

/** An answer may save `rules` that a question does not offer, such as an offered rule that the user has edited. */
export interface RuleCheck {
  readonly question: Pick<Question, "offers" | "wider" | "tool">;
  /** Returns whether the policy allows the call with these rules saved. */
  readonly covers: (rules: readonly string[]) => boolean;
}

/**
 * Returns why an answer cannot save these rules, as one clause; undefined if it can. They must be valid, allow the call, and
 * each of them must be necessary for that. A call that no rule can allow is asked about each time. A whole tool is
 * saved only if it is offered.
 */
export const ruleFault = (rules: readonly string[], { question, covers }: RuleCheck): string | undefined => {
  const offered = offeredRules(question);
  if (offered.length === 0) return "this call is asked about each time, so no rule can allow it";
  if (rules.length === 0) return "there is no rule";
  for (const text of rules) {
    const rule = parseRule(text);
    if ("fault" in rule) return rule.fault;
    if (rule.about === "tool" && !offered.includes(text))
      return `the rule ${text} would allow everything that the tool does; add it to permissions.allow in the settings instead`;
  }
  if (!covers(rules)) return rules.length === 1 ? `the rule ${rules[0]} does not allow this call` : "these rules do not allow this call";
  const unneeded = rules.length === 1 ? undefined : rules.find((rule) => covers(rules.filter((other) => other !== rule)));
  return unneeded === undefined ? undefined : `this call does not need the rule ${unneeded}`;
};

/** The rules of an answer that are saved: those that are offered, and all of them if they have no fault. */
export const savableRules = (rules: readonly string[] | undefined, check: RuleCheck): readonly string[] => {
  const { question } = check;
  if (rules === undefined) return question.offers;
  const offered = offeredRules(question).filter((rule) => rules.includes(rule));
  return offered.length === new Set(rules).size || ruleFault(rules, check) !== undefined ? offered : rules;
};

const offeredRules = ({ offers, wider = [] }: Pick<Question, "offers" | "wider">): readonly string[] => [...offers, ...wider];
