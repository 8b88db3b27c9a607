import type { Answer, Event, PermissionRequest, Question } from "coxswain";

/** A call of a response that has no result yet. */
export interface PendingCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
}

/** An answer for several calls of a response, given at the first one's question. */
export type BatchAnswer = Extract<Answer, { readonly kind: "once" | "deny" }>;

interface Response {
  readonly calls: PendingCall[];
  /** By call id. */
  readonly answers: Map<string, { readonly question: Question; readonly answer: BatchAnswer }>;
}

/** Tools whose calls are alike to a user. */
const EDITS: ReadonlySet<string> = new Set(["edit", "write", "apply_patch"]);

/**
 * The calls of the responses that are being executed, with the answers that the user has given in advance. The session asks one
 * question at a time, in the order of the calls: an answer for several of them waits here until it asks about the others.
 */
export class CallBatches {
  /** By session and message. */
  readonly #responses = new Map<string, Response>();

  /** Applies an event of the session or one of its agents. */
  apply(event: Event): void {
    if (event.type === "tool_call") {
      const { id, name, input } = event.call;
      this.#responseOf(`${event.sessionId} ${event.messageId}`).calls.push({ id, tool: name, input });
    } else if (event.type === "tool_end") this.#end(`${event.sessionId} ${event.messageId}`, event.call.id);
  }

  /** Returns the later calls of the response that are like the call in question; none if that one is special. */
  like(question: Question): readonly PendingCall[] {
    if (isSpecial(question)) return [];
    const { calls = [], answers } = this.#find(question) ?? {};
    const at = calls.findIndex(({ id }) => id === question.callId);
    return calls.slice(at + 1).filter((call) => answers?.has(call.id) !== true && isLike(call, question));
  }

  /** Answers the questions about these calls in advance, if they are asked for the same reason as this one. */
  answer(question: Question, calls: readonly PendingCall[], answer: BatchAnswer): void {
    const response = this.#find(question);
    for (const { id } of calls) response?.answers.set(id, { question, answer });
  }

  /** Returns the answer that was given in advance. A call that is not as it was shown has none. */
  answerTo(question: Question): BatchAnswer | undefined {
    const response = this.#find(question);
    const earlier = response?.answers.get(question.callId);
    const call = response?.calls.find(({ id }) => id === question.callId);
    if (earlier === undefined || call === undefined) return undefined;
    if (earlier.answer.kind === "deny") return earlier.answer;
    const isAsShown = JSON.stringify(call.input) === JSON.stringify(question.input) && !isSpecial(question);
    return isAsShown && isSameKind(question.requests, earlier.question.requests) ? earlier.answer : undefined;
  }

  #responseOf(key: string): Response {
    const found = this.#responses.get(key) ?? { calls: [], answers: new Map() };
    this.#responses.set(key, found);
    return found;
  }

  #find({ sessionId, callId }: Question): Response | undefined {
    for (const [key, response] of this.#responses)
      if (key.startsWith(`${sessionId} `) && response.calls.some(({ id }) => id === callId)) return response;
    return undefined;
  }

  #end(key: string, call: string): void {
    const response = this.#responses.get(key);
    const at = response?.calls.findIndex(({ id }) => id === call) ?? -1;
    if (response === undefined || at < 0) return;
    response.calls.splice(at, 1);
    response.answers.delete(call);
    if (response.calls.length === 0) this.#responses.delete(key);
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
