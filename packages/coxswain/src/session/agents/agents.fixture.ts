import { z } from "zod";
import { type AgentSetup, defineTool, type SubAgent, textResult, type Tool, type ToolContext } from "../../loop/index.ts";
import { type ModelRequest, type Reply, type Script, textOf } from "../../model/index.ts";
import type { Event } from "../../journal/index.ts";
import type { Session } from "../session.ts";

/** A tool that runs the test's function with a context that can spawn agents. Its only argument is `text`. */
export const agentTool = (run: (context: ToolContext, text: string) => Promise<string>, name = "delegate"): Tool =>
  defineTool({
    name,
    description: "Delegates work to agents.",
    inputSchema: z.object({ text: z.string() }),
    effect: "read",
    parallel: true,
    execute: async ({ text }, context) => textResult(await run(context, text)),
  });

/** Returns an agent's answer to a prompt, or the kind of the outcome if the run is not done. */
export const answerOf = async (agent: SubAgent, text: string): Promise<string> => {
  const outcome = await agent.prompt(text).outcome;
  return outcome.kind === "done" ? textOf(outcome.reply) : outcome.kind;
};

/** A tool that prompts an agent with the text of its call and returns the agent's answer. */
export const delegate = (setup: AgentSetup = {}): Tool => agentTool(async (context, text) => answerOf(await context.spawn(setup), text));

/** A reply with one call of `delegate` per argument. */
export const delegates = (...texts: readonly string[]): Reply => ({
  calls: texts.map((text) => ({ name: "delegate", input: { text } })),
});

/** Text of the last user message in a request: from the user, or from the agent that spawned this one. */
export const lastUserText = ({ messages }: ModelRequest): string => {
  const message = messages.findLast(({ role }) => role === "user");
  return message === undefined ? "" : textOf(message);
};

/** Returns whether the last message of a request is a tool result. */
export const hasResult = ({ messages }: ModelRequest): boolean => messages.at(-1)?.role === "tool";

/** Replies according to the last user message. With the results of its calls, the model answers that message and `done`. */
export const replies =
  (answers: Readonly<Record<string, Reply>>): Script =>
  (request) => {
    const text = lastUserText(request);
    return hasResult(request) ? `${text} done` : (answers[text] ?? text);
  };

/** Collects the events of a session from now on until it is closed. */
export const gathered = (session: Session): { readonly events: readonly Event[]; readonly done: Promise<void> } => {
  const events: Event[] = [];
  const stream = session.events();
  const read = async (): Promise<void> => {
    for await (const event of stream) events.push(event);
  };
  return { events, done: read() };
};
