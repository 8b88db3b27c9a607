import type { AgentScope, AgentSetup, SubAgent } from "../../loop/index.ts";

/** The agents of one tool call: they end with it. */
export class CallAgents implements AgentScope {
  readonly #make: (setup: AgentSetup) => Promise<SubAgent>;
  readonly #agents: SubAgent[] = [];
  #closing: Promise<void> | undefined;

  constructor(make: (setup: AgentSetup) => Promise<SubAgent>) {
    this.#make = make;
  }

  /** One that is there only when the call is over is closed already. */
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

  /** What the store did not take of an agent's session is that session's loss, which its own stream has told. */
  async #close(): Promise<void> {
    for (const agent of this.#agents) agent.abort("The call that it worked for is over.");
    await Promise.allSettled(this.#agents.map((agent) => agent.close()));
  }
}
