import type { Judgement, Policy } from "../policy.ts";
import { forbids, type Application } from "./forbidding.ts";
import { granted, type Grants, grantsOf, joined, savedGrants } from "./granting.ts";
import type { RulePlaces } from "./path-match.ts";
import { parseRule, type Rule, RuleError } from "./rule.ts";

/** Rules as people write them: `bash(git status)`, `read(~/.ssh/**)`, `fetch(example.org)`, `mcp(server/tool)`, or a tool's name. */
export interface RuleLists {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

/**
 * Judges by rules: deny beats ask beats allow. Without a matching rule for a command, the judgement is `open` and lists the parts without a rule.
 * @throws {RuleError} for an invalid rule.
 */
export const rulesPolicy = ({ allow = [], ask = [], deny = [] }: RuleLists, places: RulePlaces = {}): Policy => {
  const forbidding = deny.map(readRule).map((rule) => ({ rule, meets: forbids(rule, places) }));
  const asking = ask.map(readRule).map((rule) => ({ rule, meets: forbids(rule, places) }));
  const own = grantsOf(allow.map(readRule), places);
  let last: { readonly saved: readonly string[]; readonly grants: Grants } | undefined;
  // Cached: many requests are judged with the same saved rules.
  const ownAnd = (saved: readonly string[]): Grants => {
    if (last?.saved !== saved) last = { saved, grants: joined(own, savedGrants(saved, places)) };
    return last.grants;
  };

  return (request, saved) => {
    const judged = [
      ...forbidding.map(({ rule, meets: of }) => judgement("deny", rule, of(request))),
      ...asking.map(({ rule, meets: of }) => judgement("ask", rule, of(request))),
    ].filter((one) => one !== undefined);
    const strict = judged.find(({ verdict }) => verdict === "deny") ?? judged[0];
    return strict ?? granted(request, saved === undefined ? own : ownAnd(saved));
  };
};

const readRule = (text: string): Rule => {
  const rule = parseRule(text);
  if ("fault" in rule) throw new RuleError(`${rule.fault}.`);
  return rule;
};

const judgement = (verdict: "ask" | "deny", { text }: Rule, applies: Application): Judgement | undefined => {
  if (applies === "no") return undefined;
  if (applies === "yes") return { verdict, reason: verdict === "deny" ? `the rule ${text} denies it` : `the rule ${text} asks about it` };
  return { verdict: "ask", reason: `the rule ${text} may apply: ${applies.maybe}` };
};
