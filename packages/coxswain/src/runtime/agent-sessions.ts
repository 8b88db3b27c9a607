import { type Entry, isSubAgent, LogFormatError, SessionNotFoundError, type Store } from "../log/index.ts";
import type { AgentStartEntry } from "../journal/index.ts";

/**
 * Returns the ids of the sessions of a session's agents, including nested agents, innermost first. A fork copies
 * entries about the agents of its origin; those agents are not included.
 */
export const agentSessions = async (store: Store, id: string): Promise<readonly string[]> => {
  const found = new Set([id]);
  for (const each of found) {
    for (const agent of await agentsIn(store, each)) if (await worksFor(store, agent, each)) found.add(agent);
  }
  return [...found].slice(1).toReversed();
};

/** Returns the agent sessions that a log names. A log that is missing or unreadable names none. */
const agentsIn = async (store: Store, id: string): Promise<ReadonlySet<string>> => {
  const agents = new Set<string>();
  await reading(store, id, async (entries) => {
    for await (const entry of entries) if (isAgentStart(entry)) agents.add(entry.agent);
  });
  return agents;
};

const worksFor = async (store: Store, agent: string, id: string): Promise<boolean> => {
  let works = false;
  await reading(store, agent, async (_, header) => {
    works = isSubAgent(header) && header.parent?.session === id;
  });
  return works;
};

type Opened = Awaited<ReturnType<Store["open"]>>;

const reading = async (
  store: Store,
  id: string,
  read: (entries: AsyncIterable<Entry>, header: Opened["header"]) => Promise<void>,
): Promise<void> => {
  try {
    const file = await store.open(id);
    await read(file.read(), file.header).finally(() => file.close());
  } catch (error) {
    if (!(error instanceof SessionNotFoundError) && !(error instanceof LogFormatError)) throw error;
  }
};

const isAgentStart = (entry: Entry): entry is AgentStartEntry =>
  entry.type === "agent_start" && "agent" in entry && typeof entry.agent === "string";
