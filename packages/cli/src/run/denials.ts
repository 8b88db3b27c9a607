import type { Ask, PermissionMode, PermissionRequest, Question, RuntimeOptions } from "coxswain";
import { judge, type Judgement } from "coxswain/policy";
import { type Configuration, permissions } from "../configuration/index.ts";
import { shellWord } from "../output/index.ts";

type Policy = NonNullable<RuntimeOptions["policy"]>;

/** The denied calls of a task, and what would have allowed them. */
export interface Denials {
  /** The policy of the task; it notes what it denies. */
  readonly policy: Policy;
  /** Notes calls that no one answered. The model receives the advice. */
  readonly ask: Ask;
  /** Describes the calls that were denied since the last call of this function. Undefined if there are none. */
  readonly line: () => string | undefined;
}

export interface DenialsParts extends Required<Pick<RuntimeOptions, "policy" | "answers">> {
  readonly configuration: Configuration;
  readonly cwd: string;
  /** The current permission mode. */
  readonly mode: () => PermissionMode;
  readonly ask: Ask;
}

/** A request that the policy denied. */
interface RefusedRequest {
  readonly request: PermissionRequest;
  readonly reason: string;
}

/** A way to allow calls, in the words of the command line. */
interface Candidate {
  readonly flags: string;
  readonly allow?: readonly string[];
  readonly mode?: PermissionMode;
}

/** Maximum number of options. */
const MAX_RULES = 5;

export const denials = ({ configuration, cwd, mode, policy, answers, ask }: DenialsParts): Denials => {
  const unanswered: Question[] = [];
  const refused: RefusedRequest[] = [];
  /** By their options: a policy takes some milliseconds. */
  const policies = new Map<string, Policy>();

  /** The policy that `cox` would have with a candidate. */
  const policyWith = ({ flags, allow = [], mode: candidateMode }: Candidate): Policy => {
    const { settings } = configuration;
    const own = { ...settings.permissions, allow: [...(settings.permissions?.allow ?? []), ...allow] };
    const made =
      policies.get(flags) ??
      permissions(
        { ...configuration, settings: { ...settings, permissions: own } },
        cwd,
        () => {},
        () => candidateMode ?? mode(),
      ).policy;
    policies.set(flags, made);
    return made;
  };

  const allows = (candidate: Candidate, requests: readonly PermissionRequest[]): boolean => {
    const saved = answers(cwd).rules();
    const tried = policyWith(candidate);
    return judge(requests, (request) => tried(request, request.confined === false ? [] : saved)).verdict === "allow";
  };

  /** Returns the options of the first candidate that allows these requests, without rules that it does not need. */
  const firstThatAllows = (questions: readonly Question[], requests: readonly PermissionRequest[]): string | undefined => {
    const found = candidatesFor(questions, requests).find((candidate) => allows(candidate, requests));
    const needed = (found?.allow ?? []).reduce<readonly string[]>((rules, rule) => {
      const others = rules.filter((other) => other !== rule);
      return ruleCandidate(others).some((candidate) => allows(candidate, requests)) ? others : rules;
    }, found?.allow ?? []);
    return ruleCandidate(needed)[0]?.flags ?? found?.flags;
  };

  const adviceFor = (questions: readonly Question[]): string | undefined => {
    if (questions.some(({ always }) => always === true)) return undefined;
    const requests = questions.flatMap((question) => question.requests);
    return firstThatAllows(questions, requests);
  };

  const unansweredLine = (): string => {
    const advice = adviceFor(unanswered);
    if (advice !== undefined) return `Not allowed: ${toolsOf(unanswered)}. To allow: ${advice}.`;
    const fixed = unanswered.filter((question) => adviceFor([question]) === undefined);
    const rest = unanswered.filter((question) => !fixed.includes(question));
    const restAdvice = rest.length === 0 ? undefined : adviceFor(rest);
    return [
      `Not allowed: ${toolsOf(unanswered)}.`,
      ...(restAdvice === undefined ? [] : [`To allow ${toolsOf(rest)}: ${restAdvice}.`]),
      ...(fixed.length === 0 ? [] : [`No option allows ${toolsOf(fixed)} (${reasonsOf(fixed)}): ${AT_A_TERMINAL}.`]),
    ].join(" ");
  };

  /** The verdict outside of plan mode, which hides those of rules and places. */
  const elsewhere = (request: PermissionRequest): Judgement | undefined => policyWith(ASK_MODE)(request, answers(cwd).rules());

  const refusedLines = (): readonly string[] => {
    const all = firstThatAllows([], requestsOf(refused));
    if (all !== undefined) return [deniedLine(refused, `To allow: ${all}`)];
    const fixed = refused.filter(({ request }) => firstThatAllows([], [request]) === undefined);
    const rest = refused.filter((one) => !fixed.includes(one));
    const restAdvice = firstThatAllows([], requestsOf(rest));
    const judged = fixed.map(({ request, reason }) => {
      const { verdict = "deny", reason: own = reason } = elsewhere(request) ?? {};
      return { request, reason: own, verdict };
    });
    const denied = judged.filter(({ verdict }) => verdict === "deny");
    const groups: readonly (readonly [readonly RefusedRequest[], string])[] = [
      [rest, restAdvice === undefined ? NO_OPTION : `To allow: ${restAdvice}`],
      [judged.filter((one) => !denied.includes(one)), `${NO_OPTION}: ${AT_A_TERMINAL_IN_ASK_MODE}`],
      [denied.filter(isByRule), "Remove the rule to allow it; cox permissions lists the rules"],
      [denied.filter((one) => !isByRule(one)), NO_OPTION],
    ];
    return groups.filter(([group]) => group.length > 0).map(([group, how]) => deniedLine(group, how));
  };

  return {
    policy(request, saved) {
      const judgement = policy(request, saved);
      if (judgement?.verdict === "deny") refused.push({ request, reason: judgement.reason });
      return judgement;
    },
    ask: Object.assign(
      async (question: Question, signal: AbortSignal) => {
        const answer = await ask(question, signal);
        if (answer.kind !== "unanswered") return answer;
        unanswered.push(question);
        const advice = adviceFor([question]);
        return {
          ...answer,
          reason: `${answer.reason} ${advice === undefined ? `No option allows it: the user must ${AT_A_TERMINAL}.` : `To allow: ${advice}.`}`,
        };
      },
      ask.nonInteractive === true ? ({ nonInteractive: true } as const) : {},
    ),
    line() {
      const lines = [...(unanswered.length === 0 ? [] : [unansweredLine()]), ...(refused.length === 0 ? [] : refusedLines())];
      unanswered.length = 0;
      refused.length = 0;
      return lines.length === 0 ? undefined : lines.join(" ");
    },
  };
};

const AT_A_TERMINAL = "run cox at a terminal, without -p, and answer the question";
const AT_A_TERMINAL_IN_ASK_MODE = "run cox at a terminal, with --mode ask and without -p, and answer the question";
const NO_OPTION = "No option allows it";
const ASK_MODE = { flags: "--mode ask", mode: "ask" } as const satisfies Candidate;

const requestsOf = (refused: readonly RefusedRequest[]): readonly PermissionRequest[] => refused.map(({ request }) => request);

const isByRule = ({ reason }: RefusedRequest): boolean => reason.startsWith("the rule ");

const deniedLine = (refused: readonly RefusedRequest[], how: string): string => {
  const tools = [...new Set(refused.map(({ request }) => request.tool))].join(", ");
  const reasons = [...new Set(refused.map((one) => (isByRule(one) ? one.reason : one.reason.replace(FOR_THE_MODEL, ""))))];
  return `Denied: ${tools} (${reasons.slice(0, MAX_RULES).join("; ")}). ${how}.`;
};

/** The last clause of a policy's reason is for the model: what to do instead. */
const FOR_THE_MODEL = /; [^;]*$/;

/** The ways to allow these calls, the smallest first. */
const candidatesFor = (questions: readonly Question[], requests: readonly PermissionRequest[]): readonly Candidate[] => {
  const exact = [...new Set(questions.flatMap(({ offers, wider = [] }) => (offers.length > 0 ? offers : wider)))];
  const wider = [...new Set(questions.flatMap((question) => question.wider ?? question.offers))];
  const tools = [...new Set(requests.map(({ tool }) => tool))];
  const modes: readonly Candidate[] = [ASK_MODE, { flags: "--mode auto-edit", mode: "auto-edit" }];
  return [...[exact, wider].flatMap(ruleCandidate), ...modes, ...ruleCandidate(tools), { flags: "--yes", mode: "yolo" }];
};

const ruleCandidate = (allow: readonly string[]): readonly Candidate[] => {
  const words = allow.map(shellWord);
  if (allow.length === 0 || allow.length > MAX_RULES || words.includes(undefined)) return [];
  return [{ flags: words.map((word) => `--allow ${word}`).join(" "), allow }];
};

const toolsOf = (questions: readonly Question[]): string => [...new Set(questions.map(({ tool }) => tool))].join(", ");

const reasonsOf = (questions: readonly Question[]): string =>
  [...new Set(questions.flatMap(({ reasons }) => reasons))].slice(0, MAX_RULES).join("; ");
