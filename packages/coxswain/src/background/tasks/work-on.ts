import type { AgentRun, Outcome, SubAgent } from "../../loop/index.ts";
import { textOf } from "../../model/index.ts";
import type { TaskEnding } from "../../journal/index.ts";

/** What came of a task. */
export interface TaskResult {
  readonly ending: Exclude<TaskEnding, "interrupted">;
  /** For the model that wanted it. */
  readonly text: string;
}

/** Has an agent work on a task until it is done, or can do no more. */
export const workOn = async (agent: SubAgent, prompt: string): Promise<TaskResult> => {
  const run = agent.prompt(prompt);
  const said = await lastSaid(run, agent.id);
  return resultOf(await run.outcome, said);
};

/** The last text of the agent's own that is whole. */
const lastSaid = async (run: AgentRun, id: string): Promise<string> => {
  let said = "";
  for await (const event of run) {
    if (event.type === "message_end" && event.sessionId === id && event.message.role === "assistant") said = textOf(event.message) || said;
  }
  return said;
};

const resultOf = (outcome: Outcome, said: string): TaskResult => {
  switch (outcome.kind) {
    case "done": {
      const text = textOf(outcome.reply).trim() || said.trim();
      return { ending: "done", text: inRoom(text === "" ? "It is done, and said nothing." : text) };
    }
    case "limit":
      return { ending: "limit", text: reached(`It did not come to its end: ${outcome.limit.message}`, said) };
    case "failed":
      return { ending: "failed", text: reached(`It failed: ${outcome.error.message}`, said) };
    case "aborted":
      return { ending: "aborted", text: reached(`It was stopped${outcome.reason === undefined ? "." : `: ${outcome.reason}`}`, said) };
  }
};

const reached = (why: string, said: string): string => inRoom(said.trim() === "" ? why : `${why}\n\nWhat it said last:\n${said.trim()}`);

/** Characters that a model is told of one task. */
const ROOM = 30_000;

const inRoom = (text: string): string =>
  text.length <= ROOM
    ? text
    : `${text.slice(0, ROOM / 2)}\n[${text.length - ROOM} characters left out]\n${text.slice(-ROOM / 2)}`.toWellFormed();
