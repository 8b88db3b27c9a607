export { LiveRun, type LiveRunSetup } from "./live-run.ts";
export { parked } from "./parked.ts";
export type { PromptOptions, WhenBusy } from "./prompt-options.ts";
export { Prompts } from "./prompts.ts";
export { queueWatch } from "./queue-watch.ts";
export { RunQueue } from "./run-queue.ts";
export type { PromptInput, Run, RunObserver, SayOptions } from "./run.ts";
export { userMessage } from "./user-message.ts";
export { type WaitingInput, waitingInputs } from "./waiting-input.ts";
