import type { Hooks } from "../../loop/index.ts";
import type { SessionJobs } from "./session-jobs.ts";

/** Hooks that also tell, before the next request of a run and at its end, what jobs have come to. */
export const tellingOfJobs = (jobs: SessionJobs, hooks: Hooks | undefined): Hooks => ({
  async turnStart(turn, signal) {
    const said = (await hooks?.turnStart(turn, signal)) ?? {};
    await jobs.closeInterrupted();
    return { ...said, tell: [...(said.tell ?? []), ...jobs.owed] };
  },
  async turnEnd(over, signal) {
    await jobs.closeInterrupted();
    const said = (await hooks?.turnEnd({ ...over, last: over.last && jobs.owed.length === 0 }, signal)) ?? {};
    return { ...said, tell: [...(said.tell ?? []), ...jobs.owed] };
  },
  postMessage: async (answer, signal) => (await hooks?.postMessage(answer, signal)) ?? {},
  preTool: async (call, signal) => (await hooks?.preTool(call, signal)) ?? { kind: "go" },
  postTool: async (call, signal) => (await hooks?.postTool(call, signal)) ?? {},
});
