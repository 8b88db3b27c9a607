import type { ExitCode, ProcessContext } from "../../process/index.ts";
import type { Display } from "../../prompt/index.ts";
import { withOwnSession } from "../own-session.ts";
import type { TaskArguments } from "../task-values.ts";
import { driveTask } from "./drive-task.ts";
import { stdioClient } from "./client.ts";

/**
 * `cox --input-format stream-json`: a program sends messages over stdin. A task on the command line is the first
 * message.
 */
export const driveAction = (args: TaskArguments, display: Display, context: ProcessContext): Promise<ExitCode> => {
  const program = stdioClient(args.values, context);
  return withOwnSession(args, {
    purpose: "drive",
    approver: program,
    display,
    context,
    run: (task) => driveTask(task, program, display, context),
  });
};
