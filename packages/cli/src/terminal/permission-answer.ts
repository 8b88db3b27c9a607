import type { Answer, Question } from "coxswain";

/** A parsed line at a permission question: an answer, a request to view more, or an invalid answer with the reason. */
export type TypedAnswer = Answer | { readonly kind: "view" } | { readonly kind: "again"; readonly why: string };

const SCOPES: Readonly<Record<string, "session" | "project" | "always">> = {
  s: "session",
  session: "session",
  p: "project",
  project: "project",
  a: "always",
  always: "always",
};

/**
 * Parses an answer. Only a whole word on a single line allows; pasted lines never do. Input that does not start like an
 * approval is a denial with that input as its reason. Other input is asked again.
 * @param long true if there is more to view
 */
export const typedAnswer = (line: string, { offers }: Pick<Question, "offers">, long = false): TypedAnswer => {
  const word = line.toLowerCase();
  if (/^(?:\n|$)/.test(word)) return { kind: "again", why: "Type an answer." };
  if (word === "y" || word === "yes") return { kind: "once" };
  if (word === "n" || word === "no") return { kind: "deny" };
  if (word === "v" && long) return { kind: "view" };
  const scope = Object.hasOwn(SCOPES, word) ? SCOPES[word] : undefined;
  if (scope !== undefined) {
    return offers.length === 0 ? { kind: "again", why: "This is asked every time. Allow it once with y." } : { kind: scope };
  }
  const [, reason] = /^n\s+(.+)$/is.exec(line) ?? [];
  if (reason !== undefined) return { kind: "deny", reason };
  if (word.length === 1) return { kind: "again", why: "Not one of the answers." };
  if (RESEMBLES_APPROVAL.test(word)) return { kind: "again", why: "To allow, type only the letter. To deny, start with n." };
  return { kind: "deny", reason: line };
};

/** Matches input that may have been meant as an approval. */
const RESEMBLES_APPROVAL = /^(?:y|yes|yep|yeah|ok|okay|sure|s|p|a|session|project|always|allow)\b/;
