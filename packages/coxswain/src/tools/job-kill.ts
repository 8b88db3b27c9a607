import { defineTool, textResult, ToolError } from "../loop/index.ts";
import { text, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";

const DESCRIPTION = `Ends a job, a command that bash began with background, with all that it has started, and says how far it came. At most ${LIMITS.job_kill.jobs} go on at once.`;

const schema = toolInput({ job: text("The job, as j1.") });

/** Stops a job. */
export const jobKillTool = () =>
  defineTool({
    name: "job_kill",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "execute",
    // No permission needed: it can only stop a command that was allowed to start.
    permissionRequests: () => [],
    async execute({ job: id }, { jobs }) {
      if (jobs === undefined) throw new ToolError("There are no jobs here.");
      const { job, text: said } = await jobs.stop(id);
      return textResult(`The job ${id} is over. ${said}`, job);
    },
  });
