import type { PermissionAskEntry } from "coxswain/session";
import type { Watcher } from "../follow/index.ts";
import { escapeLine, jsonLine } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { askObject, questionObject, questionReplyObject, replyObject, type StreamObject } from "../stream-json/index.ts";
import { askQuestion } from "../terminal/index.ts";
import type { TerminalUser } from "./approver.ts";
import type { TaskValues } from "./task-values.ts";

/** Maximum characters of the subject in a line. */
const MAX_SUBJECT = 200;

/**
 * Creates the watcher of a session: a user who can answer at the terminal, a stream-json client, or notices on stderr.
 */
export const sessionWatcher = (
  values: TaskValues,
  { stdout, stderr }: Pick<ProcessContext, "stdout" | "stderr">,
  user: TerminalUser | undefined,
  sessionId: string,
): Watcher => {
  if (user !== undefined) return answeringWatcher(user, sessionId);
  if (values["output-format"] === "stream-json") {
    return streamWatcher((object) => stdout.write(jsonLine({ ...object, session_id: sessionId, uuid: crypto.randomUUID() })));
  }
  return {
    permissions: {
      async ask(question) {
        stderr.message(waitingLine(question));
        return undefined;
      },
      replied() {},
    },
    questions: {
      async ask({ id, question }) {
        stderr.message(escapeLine(`the session is waiting for an answer to question ${id}: ${question.slice(0, MAX_SUBJECT)}. ${HOW}`));
        return undefined;
      },
      replied() {},
    },
  };
};

const answeringWatcher = ({ ask, asker }: TerminalUser, root: string): Watcher => ({
  permissions: {
    async ask(question, signal) {
      const answer = await ask({ ...question, root, sessionId: question.agent?.id ?? root }, signal);
      return answer.kind === "unanswered" ? undefined : answer;
    },
    replied() {},
  },
  questions: { ask: askQuestion(asker), replied() {} },
});

const streamWatcher = (write: (object: StreamObject) => void): Watcher => ({
  permissions: {
    async ask(question) {
      write(askObject(question));
      return undefined;
    },
    replied: (reply) => write(replyObject(reply)),
  },
  questions: {
    async ask(question) {
      write(questionObject(question));
      return undefined;
    },
    replied: (reply) => write(questionReplyObject(reply)),
  },
});

const HOW = "Answer in its terminal, or with `cox -c` at another one";

const waitingLine = ({ id, tool, requests, agent }: PermissionAskEntry): string => {
  const who = agent === undefined ? tool : `${tool}, for the agent ${agent.name ?? agent.id}`;
  const subject = (requests[0]?.subject ?? "").slice(0, MAX_SUBJECT);
  return escapeLine(`the session is waiting for an answer to question ${id} (${who}): ${subject}. ${HOW}`);
};
