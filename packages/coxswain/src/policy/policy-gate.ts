import type { Gate, PermissionRequest, Verdict } from "../loop/index.ts";
import { Asking, type Reply } from "./asking.ts";
import { judge, type Ruling } from "./judge.ts";
import { offersOf } from "./offers.ts";
import type { Policy } from "./policy.ts";
import type { Answer, Ask, Question } from "./question.ts";
import type { RulePlaces } from "./rules/index.ts";
import { withSavedRules } from "./saved-rules.ts";

/** Who asks, as questions say it. */
export type Asker = Pick<Question, "sessionId" | "root" | "agent">;

export interface PolicyGateOptions {
  readonly policy: Policy;
  readonly ask: Ask;
  /** Where the paths of rules that answers keep begin. Default: they are absolute. */
  readonly places?: RulePlaces;
  /** What it shares with the gates of other agents. Default: nothing. */
  readonly asking?: Asking;
  /** Whose gate it is. */
  readonly asker: Asker;
  /** A question is put. Every one is followed by its `onReply`. */
  readonly onAsk?: (question: Question) => void;
  /** @param rules what the answer keeps. */
  readonly onReply?: (question: Question, reply: Reply, rules: readonly string[]) => void;
  /** An answer could not be kept as long as it was meant to be. Default: nobody is told. */
  readonly onSaveFailed?: (error: unknown) => void;
}

/**
 * A gate that judges by a policy and asks about what the policy leaves open, and what it is told to ask about. Questions are put one at a time. What an answer
 * keeps allows what the policy leaves open from then on, for all gates that share an `Asking`. What the policy itself wants to be asked, and what the gate is
 * told to ask about, is asked each time: no answer given before allows it.
 */
export const policyGate = (options: PolicyGateOptions): Gate => {
  const { policy, ask, places = {}, asking = new Asking(), asker, onAsk, onReply, onSaveFailed } = options;

  const put = async (question: Question, signal: AbortSignal): Promise<Verdict> => {
    onAsk?.(question);
    const reply = await asking.put(question, ask, signal);
    const rules = keptBy(reply, question);
    const keeping = isKept(reply) ? asking.keep(rules, reply.kind) : undefined;
    onReply?.(question, reply, rules);
    await keeping?.catch((error: unknown) => onSaveFailed?.(error));
    return verdictOf(reply);
  };

  const check: Gate["check"] = async (call, requests, signal, why) => {
    const ruled = (): Ruling =>
      inAnyCase(
        judge(
          requests,
          withSavedRules(policy, () => asking.rules(), places),
        ),
        requests,
        why,
      );
    const atOnce = settled(ruled());
    if (atOnce !== undefined) return atOnce;

    const questionOf = ({ requests: open, reasons }: Ruling): Question => ({
      id: asking.mint(),
      ...asker,
      tool: call.name,
      callId: call.id,
      input: call.input,
      requests: open,
      reasons,
      offers: why === undefined ? offersOf(open, policy, places) : [],
      ...(why === undefined ? {} : { always: true }),
    });

    const inTurn = asking.inTurn(() => {
      if (signal.aborted) return verdictOf(WITHDRAWN);
      // An answer to a question before it may have settled this one too.
      const ruling = ruled();
      return settled(ruling) ?? put(questionOf(ruling), signal);
    });
    return unlessAborted(inTurn, signal, verdictOf(WITHDRAWN));
  };
  return { check };
};

/** An answer that is kept. */
type Kept = Extract<Answer, { readonly kind: "session" | "project" | "always" }>;

const isKept = (reply: Reply): reply is Kept => reply.kind === "session" || reply.kind === "project" || reply.kind === "always";

/** Nothing but what was offered is kept, whoever answers. */
const keptBy = (reply: Reply, { offers }: Question): readonly string[] => {
  if (!isKept(reply)) return [];
  const { rules } = reply;
  return rules === undefined ? offers : offers.filter((rule) => rules.includes(rule));
};

const WITHDRAWN: Reply = { kind: "withdrawn" };

/** What is denied stays denied; all else is asked about where somebody says why. */
const inAnyCase = (ruling: Ruling, requests: readonly PermissionRequest[], why: string | undefined): Ruling => {
  if (why === undefined || ruling.verdict === "deny") return ruling;
  return { verdict: "ask", requests, reasons: [why, ...(ruling.verdict === "ask" ? ruling.reasons : [])] };
};

/** The verdict, unless it takes an answer. */
const settled = ({ verdict, reasons }: Ruling): Verdict | undefined => {
  if (verdict === "ask") return undefined;
  return verdict === "allow" ? { kind: "allow" } : { kind: "deny", reason: `${reasons.join("; ")}.` };
};

const verdictOf = (reply: Reply): Verdict => {
  switch (reply.kind) {
    case "once":
    case "session":
    case "project":
    case "always":
      return { kind: "allow" };
    case "deny":
      return reply.reason === undefined
        ? { kind: "deny", reason: "The user did not allow it." }
        : { kind: "deny", reason: `The user did not allow it, and said: ${reply.reason}`, stop: true };
    case "unanswered":
      return { kind: "deny", reason: reply.reason };
    case "withdrawn":
      return { kind: "deny", reason: "The run was aborted before the question was answered." };
  }
};

/** What comes first: the value, or the other one as soon as the signal aborts. */
const unlessAborted = <Value>(value: Promise<Value>, signal: AbortSignal, otherwise: Value): Promise<Value> =>
  new Promise((resolve, reject) => {
    const leave = (): void => resolve(otherwise);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    void value.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
