import { callAnswer, textAnswer } from "../measure/anthropic-wire.ts";
import { type Exchange, providerServer } from "../measure/provider-server.ts";
import type { Agent } from "./agent.ts";
import { callResponse, textResponse } from "./responses-wire.ts";

/** A provider for one agent at a time. */
export interface AgentServer extends AsyncDisposable {
  readonly url: string;
  /** The agent's requests since `play`, without those for titles and summaries. */
  readonly exchanges: readonly Exchange[];
  /** Answers the agent's requests with calls, then with words. Each answer has a new number, so that no identifier repeats. */
  play(agent: Agent, calls: number, words?: readonly string[]): void;
}

export const agentServer = async (): Promise<AgentServer> => {
  const exchanges: Exchange[] = [];
  let answers = 0;
  let playing: { readonly agent: Agent; readonly calls: number; readonly text: string } | undefined;

  const textFor = ({ wire }: Agent, words: readonly string[]): string =>
    wire === "anthropic" ? textAnswer(words) : textResponse(answers, words);

  const server = await providerServer((body, exchange) => {
    if (playing === undefined || body === "") return "";
    const { agent, calls, text } = playing;
    // Requests for a title or a summary have no tools.
    if (!body.includes('"tools":[{')) return textFor(agent, ["Done."]);
    exchanges.push(exchange);
    if (exchanges.length > calls) return text;
    answers += 1;
    const call = agent.call(answers);
    return agent.wire === "anthropic" ? callAnswer(answers, call) : callResponse(answers, call);
  });
  return {
    url: server.url,
    exchanges,
    play: (agent, calls, words = ["Done."]) => {
      server.forget();
      exchanges.splice(0);
      answers += 1;
      playing = { agent, calls, text: textFor(agent, words) };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};
