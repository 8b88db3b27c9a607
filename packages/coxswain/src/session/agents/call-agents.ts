import type { AgentScope, AgentSetup, SubAgent } from "../../loop/index.ts";

/** The agents of one tool call, which are closed with it. */
export class CallAgents implements AgentScope {
  readonly #make: (setup: AgentSetup) => Promise<SubAgent>;
  readonly #agents: SubAgent[] = [];
  #closing: Promise<void> | undefined;

  constructor(make: (setup: AgentSetup) => Promise<SubAgent>) {
    this.#make = make;
  }

  /** An agent that is ready only after the call has ended is closed at once. */
  async spawn(setup: AgentSetup): Promise<SubAgent> {
    const agent = await this.#make(setup);
    this.#agents.push(agent);
    if (this.#closing !== undefined) await agent.close().catch(() => undefined);
    return agent;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Ignores log errors of an agent's session, which its own stream has reported. */
  async #close(): Promise<void> {
    for (const agent of this.#agents) agent.abort("The call that the agent worked for has ended.");
    await Promise.allSettled(this.#agents.map((agent) => agent.close()));
  }
}
