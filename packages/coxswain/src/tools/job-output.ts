import { defineTool, textResult, ToolError } from "../loop/index.ts";
import { optional, stringField, toolInput, integerField } from "./input.ts";
import { LIMITS } from "./limits.ts";

const limits = LIMITS.job_output;

const DESCRIPTION = `Shows the output of a job (a command that bash started with background) since your last call: at most the last ${limits.bytes} characters. For an ended \
job, it also shows the result. You are notified of its end anyway: wait, at most ${limits.wait} seconds, only if you cannot continue without it.`;

const schema = toolInput({
  job: stringField("The id of the job, for example j1."),
  wait: optional(integerField("Seconds to wait for its end. Default: 0.", { min: 0, max: limits.wait })),
});

/** Reports the state of a job and optionally waits for it. */
export const jobOutputTool = () =>
  defineTool({
    name: "job_output",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "read",
    replay: "safe",
    async execute({ job: id, wait = 0 }, { jobs }) {
      if (jobs === undefined) throw new ToolError("Jobs are not available here.");
      const { job, text: status } = await jobs.read(id, wait);
      const isError = job.ending !== undefined && job.ending !== "done";
      return { ...textResult(status, job), isError };
    },
  });
