import type { Fold } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import type { Message } from "../../model/index.ts";
import { taskNoticeSource } from "../../journal/index.ts";
import { isOfTasks, type TaskEndEntry, type TaskEntry, type TaskStartEntry } from "./entries.ts";

/** A task that has no end in the log. */
export type OpenTask = Pick<TaskStartEntry, "task" | "agent" | "name" | "description" | "worktree">;

/** One that has ended, which the model was not told yet. */
export type OwedTask = OpenTask & Pick<TaskEndEntry, "ending" | "text">;

/** The tasks of a session that something is still to be done about, over all branches. */
export interface TasksState {
  /** How many were ever begun. */
  readonly begun: number;
  readonly open: readonly OpenTask[];
  readonly owed: readonly OwedTask[];
}

/** The tools that say what came of a task that is over. */
export const OUTPUT_TOOL = "task_output";
export const STOP_TOOL = "task_stop";

export const tasksState: Fold<TasksState> = {
  name: "tasks",
  initial: { begun: 0, open: [], owed: [] },
  apply(state, entry) {
    if (isOfTasks(entry)) return applied(state, entry);
    if (state.owed.length + state.open.length === 0) return state;
    // What is damaged counts, too: one whose end is lost is over if the model was told so, and it was told by what has that id.
    const untold = <One extends OpenTask>(all: readonly One[]) =>
      all.filter((one) => entry.id !== noticeId(one) && !(isMessage(entry) && saysWhatCameOf(one.task, entry.message)));
    const [owed, open] = [untold(state.owed), untold(state.open)];
    const isSame = owed.length === state.owed.length && open.length === state.open.length;
    return isSame ? state : { ...state, owed, open };
  },
};

const applied = (state: TasksState, entry: TaskEntry): TasksState => {
  switch (entry.type) {
    case "task_start": {
      const { task, agent, name, description, worktree } = entry;
      const open = { task, agent, name, description, ...(worktree === undefined ? {} : { worktree }) };
      return { ...state, begun: state.begun + 1, open: [...state.open, open] };
    }
    case "task_end": {
      const { task, ending, text } = entry;
      const ended = state.open.find((one) => one.task === task);
      if (ended === undefined) return state;
      return { ...state, open: state.open.filter((one) => one !== ended), owed: [...state.owed, { ...ended, ending, text }] };
    }
  }
};

/** Of the message that tells what came of one. */
export const noticeId = ({ agent }: OpenTask): string => `task-${agent}`;

/**
 * Whether by this message the model knows what came of a task: it is told, or has asked. What an agent below has asked for is no
 * message of the session, and may have ended with that agent.
 */
const saysWhatCameOf = (task: string, message: Message): boolean => {
  if (message.role === "user") return message.source === taskNoticeSource(task);
  if (message.role !== "tool" || (message.name !== OUTPUT_TOOL && message.name !== STOP_TOOL)) return false;
  const { id, state } = (message.details ?? {}) as { readonly id?: unknown; readonly state?: unknown };
  return id === task && state === "done";
};
