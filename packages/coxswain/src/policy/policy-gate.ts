import { orAborted } from "../base/index.ts";
import type { Gate, PermissionRequest, Verdict } from "../loop/index.ts";
import { type QuestionJudge, QuestionQueue, type Reply } from "./question-queue.ts";
import { allowAll } from "./grants.ts";
import { judge, type Ruling, type Policy, strictest } from "./policy.ts";
import { offersOf } from "./offers.ts";
import { widerOffersOf } from "./wider-offers.ts";
import type { Answer, Ask, Question } from "./question.ts";
import { ruleFault, savableRules } from "./question-rules.ts";
import type { RulePlaces } from "./rules/index.ts";
import { withSavedRules } from "./saved-rules.ts";

/** The asking session and agent, as in questions. */
export type Asker = Pick<Question, "sessionId" | "root" | "agent">;

export interface PolicyGateOptions {
  readonly policy: Policy;
  readonly ask: Ask;
  /** Folders that the paths of saved rules start at. Default: the paths are absolute. */
  readonly places?: RulePlaces;
  /** Shared with the gates of other agents. Default: not shared. */
  readonly questions?: QuestionQueue;
  /** The session and agent of the gate. */
  readonly asker: Asker;
  /** Called before each question. Every question is followed by `onReply`. */
  readonly onAsk?: (question: Question) => void;
  /** @param rules the rules that the answer saves. */
  readonly onReply?: (question: Question, reply: Reply, rules: readonly string[]) => void;
  /** Called when an answer cannot be saved beyond the session. Default: ignored. */
  readonly onSaveFailed?: (error: unknown) => void;
}

/**
 * A gate that judges by a policy, and asks about requests that the policy leaves open and about calls for which a reason to
 * ask is given. Questions are asked one at a time. Saved rules then allow what the policy leaves open, for all gates that
 * share a `QuestionQueue`. Questions of the policy itself, and those with a given reason, are asked each time: no earlier answer
 * allows them.
 */
export const policyGate = (options: PolicyGateOptions): Gate => {
  const { policy, ask, places = {}, questions = new QuestionQueue(), asker, onAsk, onReply, onSaveFailed } = options;

  const askQuestion = async (question: Question, judgeNow: () => Ruling, signal: AbortSignal): Promise<Verdict> => {
    onAsk?.(question);
    const covers = (rules: readonly string[]): boolean =>
      judge(
        question.requests,
        withSavedRules(policy, () => [...questions.rules(), ...rules], places),
      ).verdict === "allow";
    const judging: QuestionJudge = {
      review: () => replyWithoutQuestion(judgeNow()),
      ruleFault: (rules) => ruleFault(rules, { question, covers }),
    };
    const reply = await questions.ask(question, ask, signal, judging);
    const rules = isSaved(reply) ? savableRules(reply.rules, { question, covers }) : [];
    const saving = isSaved(reply) ? questions.save(rules, reply.kind) : undefined;
    onReply?.(question, reply, rules);
    await saving?.catch((error: unknown) => onSaveFailed?.(error));
    return verdictOf(reply);
  };

  const check: Gate["check"] = async (call, requests, signal, reason) => {
    const judgeNow = (): Ruling => {
      const answered = withSavedRules(policy, () => questions.rules(), places);
      return alwaysAsk(judge(requests, questions.allowsOpen ? strictest(answered, allowAll()) : answered), requests, reason);
    };
    const atOnce = verdictWithoutQuestion(judgeNow());
    if (atOnce !== undefined) return atOnce;

    const questionOf = ({ requests: open, reasons }: Ruling): Question => {
      const offers = reason === undefined ? offersOf(open, policy, places) : [];
      const wider = reason === undefined ? widerOffersOf(open, offers, policy, places) : [];
      return {
        id: questions.mint(),
        ...asker,
        tool: call.name,
        callId: call.id,
        input: call.input,
        requests: open,
        reasons,
        offers,
        ...(wider.length === 0 ? {} : { wider }),
        ...(reason === undefined ? {} : { always: true }),
      };
    };

    const turn = questions.enqueue(() => {
      if (signal.aborted) return verdictOf(WITHDRAWN);
      // The answer to an earlier question may settle this one too.
      const ruling = judgeNow();
      return verdictWithoutQuestion(ruling) ?? askQuestion(questionOf(ruling), judgeNow, signal);
    });
    return (await orAborted(turn, signal)) ?? verdictOf(WITHDRAWN);
  };
  return { check };
};

/** An answer that is saved. */
type SavedAnswer = Extract<Answer, { readonly kind: "session" | "project" | "always" }>;

const isSaved = (reply: Reply): reply is SavedAnswer => reply.kind === "session" || reply.kind === "project" || reply.kind === "always";

const WITHDRAWN: Reply = { kind: "withdrawn" };

/** With a given reason, everything that is not denied is asked about. */
const alwaysAsk = (ruling: Ruling, requests: readonly PermissionRequest[], reason: string | undefined): Ruling => {
  if (reason === undefined || ruling.verdict === "deny") return ruling;
  return { verdict: "ask", requests, reasons: [reason, ...(ruling.verdict === "ask" ? ruling.reasons : [])] };
};

/** The verdict, or undefined if a question is needed. */
const verdictWithoutQuestion = ({ verdict, reasons }: Ruling): Verdict | undefined => {
  if (verdict === "ask") return undefined;
  return verdict === "allow" ? { kind: "allow" } : { kind: "deny", reason: `${reasons.join("; ")}.` };
};

/** The reply to a question that the policy no longer asks, or undefined. */
const replyWithoutQuestion = (ruling: Ruling): Answer | undefined => {
  const verdict = verdictWithoutQuestion(ruling);
  if (verdict === undefined) return undefined;
  return verdict.kind === "allow" ? { kind: "once" } : { kind: "unanswered", reason: verdict.reason };
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
        : { kind: "deny", reason: `The user did not allow it: ${reply.reason}`, stop: true };
    case "unanswered":
      return { kind: "deny", reason: reply.reason };
    case "withdrawn":
      return { kind: "deny", reason: "The run was aborted before the question was answered." };
  }
};
