import { type AnyEntry, openQuestion, openUserQuestion } from "../journal/index.ts";

/** The session waits for an answer of its user. */
export interface Asking {
  /** `permission`: about a call. `question`: the model asks something. */
  readonly kind: "permission" | "question";
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** The call that waits. */
  readonly call: string;
  /** Session of the sub-agent that asks. Absent for the session's own agent. */
  readonly agent?: string;
}

/** The open questions to the user, as the session's own log has them: of all agents, which its activity does not show. */
export class OpenAsks {
  #permission = openQuestion.initial;
  #question = openUserQuestion.initial;

  /** Adds an entry. Returns the call whose question to the user it answers. */
  add(entry: AnyEntry): string | undefined {
    const before = this.#question;
    this.#permission = openQuestion.apply(this.#permission, entry);
    this.#question = openUserQuestion.apply(this.#question, entry);
    return before !== null && this.#question === null ? before.callId : undefined;
  }

  /** A permission comes before a question of the model, as on a screen. */
  get first(): Asking | undefined {
    if (this.#permission !== null) {
      const { at, callId, agent } = this.#permission;
      return { kind: "permission", since: at, call: callId, ...(agent === undefined ? {} : { agent: agent.id }) };
    }
    return this.#question === null ? undefined : { kind: "question", since: this.#question.at, call: this.#question.callId };
  }
}
