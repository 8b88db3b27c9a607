import { defineTool, textResult, ToolError } from "../loop/index.ts";
import { optional, text, toolInput, whole } from "./input.ts";
import { LIMITS } from "./limits.ts";

const limits = LIMITS.job_output;

const DESCRIPTION = `Shows what a job, a command that bash began with background, has written since you last looked: at most the last ${limits.bytes} characters. Of one \
that is over it says what came of it. You are told of its end anyway: wait, at most ${limits.wait} seconds, only where you can do nothing without it.`;

const schema = toolInput({
  job: text("The job, as j1."),
  wait: optional(whole("Seconds to wait for it to be over. Default: 0.", { min: 0, max: limits.wait })),
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
      if (jobs === undefined) throw new ToolError("There are no jobs here.");
      const { job, text: said } = await jobs.read(id, wait);
      const isError = job.ending !== undefined && job.ending !== "done";
      return { ...textResult(said, job), isError };
    },
  });
