import type { Answer, Question } from "coxswain";

/** A parsed line at a permission question: an answer, a request to view more, or an invalid answer with the reason. */
export type TypedAnswer = Answer | { readonly kind: "view" } | { readonly kind: "again"; readonly why: string };

type Scope = "session" | "project" | "always";

const SCOPES: Readonly<Record<string, Scope>> = {
  s: "session",
  session: "session",
  p: "project",
  project: "project",
  a: "always",
  always: "always",
};

/** Answers that save the exact rules although there are wider ones. */
const EXACT_SCOPES: Readonly<Record<string, Scope>> = { se: "session", pe: "project", ae: "always" };

/**
 * Parses an answer. Only a whole word on a single line allows; pasted lines never do. Input that does not start like an
 * approval is a denial with that input as its reason. Other input is asked again.
 * @param long true if there is more to view
 */
export const typedAnswer = (line: string, { offers, wider = [] }: Pick<Question, "offers" | "wider">, long = false): TypedAnswer => {
  const word = line.toLowerCase();
  if (/^(?:\n|$)/.test(word)) return { kind: "again", why: "Type an answer." };
  if (word === "y" || word === "yes") return { kind: "once" };
  if (word === "n" || word === "no") return { kind: "deny" };
  if (word === "v" && long) return { kind: "view" };
  const scope = Object.hasOwn(SCOPES, word) ? SCOPES[word] : undefined;
  if (scope !== undefined) {
    if (wider.length > 0) return { kind: scope, rules: wider };
    return offers.length === 0 ? { kind: "again", why: "This is asked every time. Allow it once with y." } : { kind: scope };
  }
  const exactScope = Object.hasOwn(EXACT_SCOPES, word) ? EXACT_SCOPES[word] : undefined;
  if (exactScope !== undefined) {
    return offers.length === 0 ? { kind: "again", why: "No exact rule allows it. Use s, p, a or y." } : { kind: exactScope, rules: offers };
  }
  const [, reason] = /^n\s+(.+)$/is.exec(line) ?? [];
  if (reason !== undefined) return { kind: "deny", reason };
  if (word.length === 1) return { kind: "again", why: "Not one of the answers." };
  if (RESEMBLES_APPROVAL.test(word)) return { kind: "again", why: "To allow, type only the letter. To deny, start with n." };
  return { kind: "deny", reason: line };
};

/** Matches input that may have been meant as an approval. */
const RESEMBLES_APPROVAL = /^(?:y|yes|yep|yeah|ok|okay|sure|s|p|a|session|project|always|allow)\b/;
