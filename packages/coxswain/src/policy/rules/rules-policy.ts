import type { Judgement, Policy } from "../policy.ts";
import { forbids, type Meeting } from "./forbidding.ts";
import { granted, type Grants, grantsOf, joined, keptGrants } from "./granting.ts";
import type { RulePlaces } from "./path-match.ts";
import { parseRule, type Rule, RuleError } from "./rule.ts";

/** Rules as people write them: `bash(git status)`, `read(~/.ssh/**)`, `fetch(example.org)`, `mcp(server/tool)`, or a tool's name. */
export interface RuleLists {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

/**
 * Judges by rules: deny beats ask beats allow. Where they have no say, it says what no rule allows.
 * @throws {RuleError} for a rule that cannot be read.
 */
export const rulesPolicy = ({ allow = [], ask = [], deny = [] }: RuleLists, places: RulePlaces = {}): Policy => {
  const forbidding = deny.map(readRule).map((rule) => ({ rule, meets: forbids(rule, places) }));
  const asking = ask.map(readRule).map((rule) => ({ rule, meets: forbids(rule, places) }));
  const own = grantsOf(allow.map(readRule), places);
  let last: { readonly kept: readonly string[]; readonly grants: Grants } | undefined;
  // Many requests are judged with the same ones.
  const ownAnd = (kept: readonly string[]): Grants => {
    if (last?.kept !== kept) last = { kept, grants: joined(own, keptGrants(kept, places)) };
    return last.grants;
  };

  return (request, kept) => {
    const judged = [
      ...forbidding.map(({ rule, meets: of }) => judgement("deny", rule, of(request))),
      ...asking.map(({ rule, meets: of }) => judgement("ask", rule, of(request))),
    ].filter((one) => one !== undefined);
    const strict = judged.find(({ verdict }) => verdict === "deny") ?? judged[0];
    return strict ?? granted(request, kept === undefined ? own : ownAnd(kept));
  };
};

const readRule = (text: string): Rule => {
  const rule = parseRule(text);
  if ("fault" in rule) throw new RuleError(`${rule.fault}.`);
  return rule;
};

const judgement = (verdict: "ask" | "deny", { text }: Rule, met: Meeting): Judgement | undefined => {
  if (met === "no") return undefined;
  if (met === "yes") return { verdict, reason: verdict === "deny" ? `the rule ${text} denies it` : `the rule ${text} wants it asked` };
  return { verdict: "ask", reason: `whether the rule ${text} is about it cannot be known: ${met.maybe}` };
};
