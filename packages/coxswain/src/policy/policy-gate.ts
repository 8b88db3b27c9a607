import type { Gate, PermissionRequest, Verdict } from "../loop/index.ts";
import { Asking } from "./asking.ts";
import { judge, type Ruling } from "./judge.ts";
import type { Policy } from "./policy.ts";
import type { Answer, Ask, Question } from "./question.ts";

/** How a question ended: answered, or `withdrawn` because the run was aborted. */
export type Reply = Answer | { readonly kind: "withdrawn" };

export interface PolicyGateOptions {
  readonly policy: Policy;
  readonly ask: Ask;
  /** What it shares with the gates of other agents. Default: nothing. */
  readonly asking?: Asking;
  /** Whose gate it is; absent: the session's own agent's. */
  readonly agent?: Question["agent"] | undefined;
  /** A question is put. Every one is followed by its `onReply`. */
  readonly onAsk?: (question: Question) => void;
  readonly onReply?: (question: Question, reply: Reply) => void;
}

/**
 * A gate that judges by a policy and asks about what the policy leaves open, and what it is told to ask about. Questions are
 * put one at a time, and what was allowed for the session is remembered, for as long as nothing denies it: by all gates that
 * share an `Asking`. What it is told to ask about is asked each time: neither a policy nor an answer given before allows it.
 */
export const policyGate = ({ policy, ask, asking = new Asking(), agent, onAsk, onReply }: PolicyGateOptions): Gate => {
  const who = agent === undefined ? {} : { agent };

  const policyNow: Policy = (request) => {
    const judgement = policy(request);
    const open = judgement === undefined || judgement.verdict === "ask" || judgement.verdict === "open";
    return open && asking.allowed.has(request.tool)
      ? { verdict: "allow", reason: `${request.tool} is allowed for this session` }
      : judgement;
  };

  const put = async (question: Question, signal: AbortSignal): Promise<Verdict> => {
    onAsk?.(question);
    const reply = await answered(ask, question, signal);
    if (reply.kind === "session") for (const { tool } of question.requests) asking.allowed.add(tool);
    onReply?.(question, reply);
    return verdictOf(reply);
  };

  const check: Gate["check"] = async (call, requests, signal, why) => {
    const ruled = (): Ruling => inAnyCase(judge(requests, policyNow), requests, why);
    const atOnce = settled(ruled());
    if (atOnce !== undefined) return atOnce;

    const inTurn = asking.inTurn(() => {
      if (signal.aborted) return verdictOf(WITHDRAWN);
      // An answer to a question before it may have settled this one too.
      const ruling = ruled();
      const { requests: open, reasons } = ruling;
      return (
        settled(ruling) ??
        put({ tool: call.name, callId: call.id, requests: open, reasons, ...(why === undefined ? {} : { always: true }), ...who }, signal)
      );
    });
    return unlessAborted(inTurn, signal, verdictOf(WITHDRAWN));
  };
  return { check };
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

const answered = async (ask: Ask, question: Question, signal: AbortSignal): Promise<Reply> => {
  try {
    return await unlessAborted<Reply>(ask(question, signal), signal, WITHDRAWN);
  } catch (error) {
    return { kind: "unanswered", reason: `It could not be asked: ${error instanceof Error ? error.message : String(error)}` };
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
