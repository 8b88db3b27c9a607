import type { Session } from "coxswain";
import type { ShownSession } from "../prompt/index.ts";
import type { TaskParts } from "./prepare-task.ts";

/** The view of a task's session for displays, with the commands of extensions. */
export const shownSession = (
  session: Session,
  { toolsFor, extensions, sandbox, mode }: Pick<TaskParts, "toolsFor" | "extensions" | "sandbox" | "mode">,
): ShownSession => ({
  id: session.id,
  get state() {
    return session.state;
  },
  get tools() {
    return toolsFor(session.state.model);
  },
  commands: extensions?.commands.map(({ name }) => name) ?? [],
  ...(sandbox === undefined ? {} : { sandbox }),
  get mode() {
    return mode.current;
  },
});
