import type { Hooks } from "../../loop/index.ts";
import type { BackgroundTasks } from "./background-tasks.ts";

export interface TellingParts {
  readonly background: BackgroundTasks;
  /** Whether a run waits for what goes on in the background. */
  readonly awaited: boolean;
  /** Whether nothing was said that the run is to be told. */
  readonly nothingSaid: () => boolean;
}

/** Hooks that also tell, before the next request of a run, what tasks in the background have come to. */
export const tellingHooks = ({ background, awaited, nothingSaid }: TellingParts, hooks?: Hooks): Hooks => ({
  async turnStart(turn, signal) {
    const said = (await hooks?.turnStart(turn, signal)) ?? {};
    await background.closeInterrupted();
    return { ...said, tell: [...(said.tell ?? []), ...background.owed] };
  },
  async turnEnd(over, signal) {
    await background.closeInterrupted();
    if (over.last && awaited) await untilTold(background, nothingSaid, signal);
    const tell = background.owed;
    const said = (await hooks?.turnEnd({ ...over, last: over.last && tell.length === 0 && nothingSaid() }, signal)) ?? {};
    return { ...said, tell: [...(said.tell ?? []), ...tell] };
  },
  postMessage: async (answer, signal) => (await hooks?.postMessage(answer, signal)) ?? {},
  preTool: async (call, signal) => (await hooks?.preTool(call, signal)) ?? { kind: "go" },
  postTool: async (call, signal) => (await hooks?.postTool(call, signal)) ?? {},
});

/** Until there is something to go on with, or nothing goes on. */
const untilTold = async (background: BackgroundTasks, nothingSaid: () => boolean, signal: AbortSignal): Promise<void> => {
  while (background.going.length > 0 && background.owed.length === 0 && nothingSaid() && !signal.aborted) await background.news(signal);
};
