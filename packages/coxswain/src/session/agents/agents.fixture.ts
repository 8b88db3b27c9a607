import { z } from "zod";
import { type AgentSetup, defineTool, type SubAgent, textResult, type Tool, type ToolContext } from "../../loop/index.ts";
import { type ModelRequest, type Reply, type Script, textOf } from "../../model/index.ts";
import type { Event } from "../../journal/index.ts";
import type { Session } from "../session.ts";

/** A tool that does with agents what the test wants. Its arguments are a text. */
export const agentTool = (run: (context: ToolContext, text: string) => Promise<string>, name = "delegate"): Tool =>
  defineTool({
    name,
    description: "Has agents do something.",
    inputSchema: z.object({ text: z.string() }),
    effect: "read",
    parallel: true,
    execute: async ({ text }, context) => textResult(await run(context, text)),
  });

/** What an agent answers to a prompt, or how its run ended otherwise. */
export const answerOf = async (agent: SubAgent, text: string): Promise<string> => {
  const outcome = await agent.prompt(text).outcome;
  return outcome.kind === "done" ? textOf(outcome.reply) : outcome.kind;
};

/** A tool whose agent is told the text of its call, and whose result is that agent's answer. */
export const delegate = (setup: AgentSetup = {}): Tool => agentTool(async (context, text) => answerOf(await context.spawn(setup), text));

/** Calls of `delegate`, one for each text. */
export const delegates = (...texts: readonly string[]): Reply => ({
  calls: texts.map((text) => ({ name: "delegate", input: { text } })),
});

/** The last that a model was told by a person, or by the agent that it works for. */
export const toldIn = ({ messages }: ModelRequest): string => {
  const message = messages.findLast(({ role }) => role === "user");
  return message === undefined ? "" : textOf(message);
};

/** Whether the last thing that a model is shown is a tool's result. */
export const hasResult = ({ messages }: ModelRequest): boolean => messages.at(-1)?.role === "tool";

/** Answers by what the model is told last; a second time, with the results of its calls, it says the text and `done`. */
export const replies =
  (answers: Readonly<Record<string, Reply>>): Script =>
  (request) => {
    const told = toldIn(request);
    return hasResult(request) ? `${told} done` : (answers[told] ?? told);
  };

/** The events of a session from now on, gathered until it is closed. */
export const gathered = (session: Session): { readonly events: readonly Event[]; readonly done: Promise<void> } => {
  const events: Event[] = [];
  const stream = session.events();
  const read = async (): Promise<void> => {
    for await (const event of stream) events.push(event);
  };
  return { events, done: read() };
};
