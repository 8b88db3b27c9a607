import type { Log } from "../log/index.ts";
import { todoList } from "../tools/index.ts";
import { injections } from "./injections.ts";
import type { SessionState } from "./session-state.ts";
import { branchState, sessionTotals } from "./state.ts";
import { workingFolder } from "./working-folder.ts";

/** What a session's log says of it, whoever has it open. */
export type StoredState = Omit<SessionState, "status" | "queue" | "tasks" | "jobs" | "interrupted">;

export const storedState = (log: Log): StoredState => {
  const branch = log.view(branchState);
  const { title, labels, usage, cost } = log.total(sessionTotals);
  return {
    id: log.header.id,
    cwd: workingFolder(log),
    model: branch.model,
    thinking: branch.thinking,
    tools: branch.tools,
    title,
    labels,
    usage: { last: branch.lastUsage, total: usage },
    cost,
    injected: log.total(injections).counts,
    todos: log.view(todoList),
    messages: branch.messages,
    repairs: branch.repairs ?? [],
    leaf: log.leaf,
    parent: log.header.parent,
  };
};
