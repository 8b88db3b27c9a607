import type { TaskEnding } from "../journal/index.ts";
import type { AgentRun, Outcome, SubAgent } from "../loop/index.ts";
import { textOf } from "../model/index.ts";

export interface TaskResult {
  readonly ending: Exclude<TaskEnding, "interrupted">;
  /** For the model that started the task. */
  readonly text: string;
}

/** Runs an agent on a task to its end. */
export const runTask = async (agent: SubAgent, prompt: string): Promise<TaskResult> => {
  const run = agent.prompt(prompt);
  const lastMessage = await lastText(run, agent.id);
  return resultOf(await run.outcome, lastMessage);
};

/** Returns the text of the agent's last complete message that has one. */
const lastText = async (run: AgentRun, id: string): Promise<string> => {
  let text = "";
  for await (const event of run) {
    if (event.type === "message_end" && event.sessionId === id && event.message.role === "assistant") text = textOf(event.message) || text;
  }
  return text;
};

const resultOf = (outcome: Outcome, lastMessage: string): TaskResult => {
  switch (outcome.kind) {
    case "done": {
      const text = textOf(outcome.reply).trim() || lastMessage.trim();
      return { ending: "done", text: truncate(text === "" ? "Done, without a message." : text) };
    }
    case "limit":
      return { ending: "limit", text: incomplete(`It did not finish: ${outcome.limit.message}`, lastMessage) };
    case "failed":
      return { ending: "failed", text: incomplete(`It failed: ${outcome.error.message}`, lastMessage) };
    case "aborted":
      return {
        ending: "aborted",
        text: incomplete(`It was stopped${outcome.reason === undefined ? "." : `: ${outcome.reason}`}`, lastMessage),
      };
  }
};

const incomplete = (reason: string, lastMessage: string): string =>
  truncate(lastMessage.trim() === "" ? reason : `${reason}\n\nIts last message:\n${lastMessage.trim()}`);

/** Characters of one result that the model reads. */
const MAX_LENGTH = 30_000;

const truncate = (text: string): string =>
  text.length <= MAX_LENGTH
    ? text
    : `${text.slice(0, MAX_LENGTH / 2)}\n[${text.length - MAX_LENGTH} characters omitted]\n${text.slice(-MAX_LENGTH / 2)}`.toWellFormed();
