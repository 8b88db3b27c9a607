import { setImmediate } from "node:timers/promises";
import type { Answer, Ask, Question, PermissionRequest } from "coxswain";
import type { StreamObject } from "../stream-json/index.ts";
import { type ProgramAnswer, programAnswer } from "./program-answer.ts";

/** Sends permission questions to a program and receives its answers. */
export interface ProgramQuestions {
  readonly ask: Ask;
  /** Handles the program's answer or its error. Returns undefined when no open question has this id. */
  answer(id: string, response: unknown, error?: string): ProgramAnswer | undefined;
  /** Denies open and later questions, because no more answers can arrive. */
  close(): void;
}

/** @param write sends an object to the program */
export const programQuestions = (write: (object: StreamObject) => void): ProgramQuestions => {
  const open = new Map<string, { readonly question: Question; readonly settle: (answer: Answer) => void }>();
  let isClosed = false;

  const ask: Ask = async (question, signal) => {
    // Write earlier output first.
    await setImmediate();
    await setImmediate();
    if (isClosed || signal.aborted) return unanswered(question);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const withdraw = (): void => {
      if (!open.has(question.id)) return;
      write(withdrawal(question));
      resolve(unanswered(question));
    };
    open.set(question.id, { question, settle: resolve });
    signal.addEventListener("abort", withdraw, { once: true });
    write(permissionRequest(question));
    try {
      return await promise;
    } finally {
      open.delete(question.id);
      signal.removeEventListener("abort", withdraw);
    }
  };

  return {
    ask,
    answer(id, response, error) {
      const asked = open.get(id);
      if (asked === undefined) return undefined;
      open.delete(id);
      const answer: ProgramAnswer =
        error === undefined
          ? programAnswer(asked.question, response)
          : { answer: { kind: "unanswered", reason: `The client could not answer: ${error}` }, ignored: [] };
      asked.settle(answer.answer);
      return answer;
    },
    close() {
      isClosed = true;
      for (const { question, settle } of open.values()) {
        write(withdrawal(question));
        settle(unanswered(question));
      }
      open.clear();
    },
  };
};

const withdrawal = ({ id }: Question): StreamObject => ({ type: "control_cancel_request", request_id: id });

const unanswered = ({ reasons }: Question): Answer => ({
  kind: "unanswered",
  reason: `${reasons.join("; ")}, and the client no longer answers questions. Continue without it, and list the unfinished parts at the end.`,
});

/** Formats a question as Claude Code's `can_use_tool`. `cox_requests` adds real paths and the sandbox. */
const permissionRequest = ({ id, tool, callId, input, requests, reasons, offers, agent }: Question): StreamObject => {
  const outside = requests.find(({ effect, inside }) => (effect === "read" || effect === "write") && inside === false);
  return {
    type: "control_request",
    request_id: id,
    request: {
      subtype: "can_use_tool",
      tool_name: tool,
      input,
      tool_use_id: callId,
      permission_suggestions:
        offers.length === 0 ? [] : [{ type: "addRules", rules: offers.map(ruleValue), behavior: "allow", destination: "session" }],
      ...(reasons.length === 0 ? {} : { decision_reason: reasons.join("; ") }),
      ...(outside === undefined ? {} : { blocked_path: outside.subject }),
      ...(agent === undefined ? {} : { agent_id: agent.id }),
      cox_requests: requests.map(requestObject),
    },
  };
};

/** Omits the policy's analysis of a command, because the approver judges the command itself. */
const requestObject = ({ tool, effect, subject, inside, alsoKnownAs, shell, confined }: PermissionRequest): object => ({
  tool,
  effect,
  subject,
  inside,
  also_known_as: alsoKnownAs,
  shell,
  confined,
});

/** `bash(npm test)` as `{ toolName: "bash", ruleContent: "npm test" }`. */
const ruleValue = (rule: string): { readonly toolName: string; readonly ruleContent?: string } => {
  const at = rule.indexOf("(");
  return at < 0 ? { toolName: rule } : { toolName: rule.slice(0, at), ruleContent: rule.slice(at + 1, -1) };
};
