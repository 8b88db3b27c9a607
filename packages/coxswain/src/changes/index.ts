export { ChangeRecorder } from "./change-recorder.ts";
export type { ChangingWork, Recording } from "./change-recorder.ts";
export type { ChangeSource, FileChangeEntry, RestoreEndEntry, RestoreStartEntry } from "./entries.ts";
export { fileHistory, openRestores } from "./file-history.ts";
export type { ChangedRun, FileHistory, PastRestore } from "./file-history.ts";
export { finishRestore, restoreFiles } from "./file-restorer.ts";
export type { FileRestorerOptions, RestoreResult } from "./file-restorer.ts";
export { planRedo, planUndo } from "./restore-plan.ts";
export type { PlannedChange, RestorePlan } from "./restore-plan.ts";
