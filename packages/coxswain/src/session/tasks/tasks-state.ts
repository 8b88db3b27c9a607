import type { Fold } from "../../log/index.ts";
import { isMessage } from "../../loop/index.ts";
import type { UserMessage } from "../../model/index.ts";
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

const SOURCE = "task:";

/** Says in a message that it tells of a task. */
export const toldBy = (task: string): string => `${SOURCE}${task}`;

/** Whether a message tells of a task: nobody said it. */
export const tellsOfTask = ({ source }: Pick<UserMessage, "source">): boolean => source?.startsWith(SOURCE) === true;

export const tasksState: Fold<TasksState> = {
  name: "tasks",
  initial: { begun: 0, open: [], owed: [] },
  apply(state, entry) {
    if (isOfTasks(entry)) return applied(state, entry);
    const source = state.owed.length > 0 && isMessage(entry) && entry.message.role === "user" ? entry.message.source : undefined;
    return source === undefined ? state : without(state, ({ task }) => toldBy(task) === source);
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
    case "task_read":
      return without(state, ({ task }) => task === entry.task);
  }
};

const without = (state: TasksState, told: (task: OwedTask) => boolean): TasksState => {
  const owed = state.owed.filter((task) => !told(task));
  return owed.length === state.owed.length ? state : { ...state, owed };
};
