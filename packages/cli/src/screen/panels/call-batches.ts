import type { Answer, Event, PermissionRequest, Question } from "coxswain";

/** A call of a response that has no result yet. */
export interface PendingCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  /** Session of the agent that makes the call. */
  readonly session: string;
}

/** An answer for several calls, given at the first one's question. */
export type BatchAnswer = Extract<Answer, { readonly kind: "once" | "deny" }>;

interface ResponseCall extends PendingCall {
  /** Id of the message. */
  readonly response: string;
  /** True once it runs, so that it needs no answer. */
  readonly hasStarted: boolean;
  /** Given in advance. */
  readonly advance?: { readonly question: Question; readonly answer: BatchAnswer };
}

/** Tools whose calls are alike to a user. */
const EDITS: ReadonlySet<string> = new Set(["edit", "write", "apply_patch"]);

/**
 * The calls of the responses that are being executed, of a session and all agents below it, with the answers that the user has given in
 * advance. The session asks one question at a time: an answer for several calls waits here until it asks about the others.
 */
export class CallBatches {
  /** In the order of the responses and their calls. */
  #calls: readonly ResponseCall[] = [];

  /** Applies an event of the session or one of its agents. */
  apply(event: Event): void {
    switch (event.type) {
      case "tool_call": {
        const { id, name, input } = event.call;
        const call = { id, tool: name, input, session: event.sessionId, response: event.messageId, hasStarted: false };
        this.#calls = [...this.#calls, call];
        return;
      }
      case "tool_start":
        return this.#change(event.sessionId, event.call.id, (call) => ({ ...call, hasStarted: true }));
      case "tool_end":
        return this.#remove(({ session, id }) => session === event.sessionId && id === event.call.id);
      case "run_end":
        return this.#remove(({ session }) => session === event.sessionId);
      case "agent_end":
        // An agent that was closed ends no calls.
        return this.#remove(({ session }) => session === event.child.id);
      default:
        return;
    }
  }

  /** Returns the calls like the one in question: later ones of its response, and those of other agents. None if that one is special. */
  like(question: Question): readonly PendingCall[] {
    const asked = this.#find(question);
    if (asked === undefined || isSpecial(question)) return [];
    const at = this.#calls.indexOf(asked);
    return this.#calls.filter((call, index) => {
      const isOther = call.session === asked.session ? call.response === asked.response && index > at : true;
      return isOther && !call.hasStarted && call.advance === undefined && isLike(call, question);
    });
  }

  /** Answers the questions about these calls in advance, if they are asked for the same reason as this one. */
  answer(question: Question, calls: readonly PendingCall[], answer: BatchAnswer): void {
    for (const { session, id } of calls) this.#change(session, id, (call) => ({ ...call, advance: { question, answer } }));
  }

  /** Returns the answer that was given in advance. A call that is not as it was shown has none. */
  answerTo(question: Question): BatchAnswer | undefined {
    const { advance, input } = this.#find(question) ?? {};
    if (advance === undefined || advance.answer.kind === "deny") return advance?.answer;
    const isAsShown = JSON.stringify(input) === JSON.stringify(question.input) && !isSpecial(question);
    return isAsShown && isSameKind(question.requests, advance.question.requests) ? advance.answer : undefined;
  }

  #find({ sessionId, callId }: Question): ResponseCall | undefined {
    return this.#calls.find(({ session, id }) => session === sessionId && id === callId);
  }

  #remove(matches: (call: ResponseCall) => boolean): void {
    if (this.#calls.some(matches)) this.#calls = this.#calls.filter((call) => !matches(call));
  }

  #change(session: string, id: string, change: (call: ResponseCall) => ResponseCall): void {
    this.#calls = this.#calls.map((call) => (call.session === session && call.id === id ? change(call) : call));
  }
}

/** A question with a special reason must be seen alone. */
const isSpecial = ({ always, requests, reasons }: Question): boolean =>
  always === true || requests.some(({ inside }) => inside === false) || specialReasons(reasons).length > 0;

/** Omits the usual reason, that no rule allows the call. */
export const specialReasons = (reasons: readonly string[]): readonly string[] => [
  ...new Set(reasons.flatMap((reason) => reason.split("; ")).filter((clause) => !clause.startsWith("nothing allows "))),
];

const isLike = ({ tool }: PendingCall, question: Question): boolean =>
  tool === question.tool || (EDITS.has(tool) && EDITS.has(question.tool));

/** Requests for the same effects, in the same sandbox. */
const isSameKind = (requests: readonly PermissionRequest[], shown: readonly PermissionRequest[]): boolean =>
  requests.every(({ effect, confined, shell }) =>
    shown.some((one) => one.effect === effect && one.confined === confined && one.shell === shell),
  );
