import { defineTool, textResult, ToolError } from "../loop/index.ts";
import { stringField, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";

const DESCRIPTION = `Ends a job (a command that bash started with background) and all processes that it has started, and shows its last output. At most ${LIMITS.job_kill.jobs} jobs run at once.`;

const schema = toolInput({ job: stringField("The id of the job, for example j1.") });

/** Stops a job. */
export const jobKillTool = () =>
  defineTool({
    name: "job_kill",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "execute",
    changesFiles: false,
    // No permission needed: it can only stop a command that was allowed to start.
    permissionRequests: () => [],
    async execute({ job: id }, { jobs }) {
      if (jobs === undefined) throw new ToolError("Jobs are not available here.");
      const { job, text: status } = await jobs.stop(id);
      return textResult(`Job ${id} has ended. ${status}`, job);
    },
  });
