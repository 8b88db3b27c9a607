import { ChangeRecorder, type ChangeSource, type FileChangeEntry, type Recording } from "../changes/index.ts";
import type { SessionJournal } from "../journal/index.ts";
import type { Changes, ChangingCall, HookEvent, JobCaller, PermissionRequest } from "../loop/index.ts";
import { commandReader, judgeReading } from "../policy/index.ts";
import { type FolderScanner, isBelow, type Workspace } from "../workspace/index.ts";
import { withEffects } from "./command-effects.ts";

export interface FileChangesParts {
  /** The root session's, whose log has the changes of all its agents. */
  readonly journal: SessionJournal;
  /** Id of the active run of the root session; undefined between runs. */
  readonly activeRun: () => string | undefined;
  readonly warn: (message: string) => void;
  /** Returns the bytes that the log of the root session names. */
  readonly recordedBytes: () => number;
}

/** The session of a tree that makes calls. */
export interface ChangingSession {
  readonly workspace: Workspace;
  /** Undefined: its changes are not recorded. */
  readonly scanner: FolderScanner | undefined;
  readonly id: string;
  readonly isAgent: boolean;
}

/** Hooks that are about to run. */
export interface HookMoment {
  readonly event: HookEvent;
  /** The call that they follow. */
  readonly callId?: string | undefined;
  /** The response that they follow. */
  readonly messageId?: string | undefined;
}

/** Records the changes of one session's calls, and of the hooks after them. */
export interface SessionChanges extends Changes {
  /** True if all changes of the session and its agents could be recorded since it was opened. */
  readonly areRecorded: boolean;
  /** Begins to record the changes of the hooks of one event. */
  beginHooks(moment: HookMoment): Promise<Recording>;
}

/** Events after work that may have changed files, when formatters run. */
const AFTER_WORK: ReadonlySet<HookEvent> = new Set(["post_tool", "turn_end", "run_end"]);

/** Records the changes of a session and its agents in files, in the log of the session. */
export class FileChanges {
  readonly #parts: FileChangesParts;
  /** By folder: changes in one folder cannot be attributed to one of several calls. */
  readonly #recorders = new Map<string, ChangeRecorder>();
  #lastRun = "";
  /** Calls of `#lastRun` that may change files, by session and call. */
  readonly #changing = new Map<string, { readonly response: string; readonly recorder: ChangeRecorder }>();

  constructor(parts: FileChangesParts) {
    this.#parts = parts;
  }

  /** Bytes that are stored for the session and its agents. */
  get recordedBytes(): number {
    return this.#parts.recordedBytes();
  }

  /** Returns the recording of one session's calls. */
  of({ workspace, scanner, id, isAgent }: ChangingSession): SessionChanges | undefined {
    if (scanner === undefined) return undefined;
    const { root } = workspace;
    const by = isAgent ? { agent: id } : {};
    const recorders = this.#recorders;
    return {
      get areRecorded() {
        return [...recorders.values()].every(({ hasFailed }) => !hasFailed);
      },
      expect: (messageId) => this.#recorder(root, scanner).prepare(messageId),
      begin: async (call) => {
        const { messageId: message, callId, tool } = call;
        const run = this.#run();
        const key = keyOf(id, callId);
        this.#changing.delete(key);
        const scope = await changedPaths(call, workspace);
        if (scope === "none") return NOTHING;
        const recorder = this.#recorder(root, scanner);
        this.#changing.set(key, { response: message, recorder });
        const source: ChangeSource = { kind: "call", message, call: callId, tool, ...by };
        return recorder.begin({ source, run, response: message, ...(scope === "all" ? {} : { paths: scope }) });
      },
      beginHooks: async ({ event, callId, messageId }) => {
        const run = this.#run();
        const followed = callId === undefined ? undefined : this.#changing.get(keyOf(id, callId));
        // After work that only reads, there is nothing to format, and no scan.
        const follows = callId === undefined ? this.#changing.size > 0 : followed !== undefined;
        if (!AFTER_WORK.has(event) || !follows) return NOTHING;
        const source: ChangeSource = { kind: "hook", event, ...(callId === undefined ? {} : { call: callId }), ...by };
        const response = followed?.response ?? messageId;
        return this.#recorder(root, scanner).begin({ source, run, ...(response === undefined ? {} : { response }) });
      },
    };
  }

  /** Begins to record the changes of a background command that a call starts, unless the call only reads. */
  async beginJob(job: string, { agent, callId }: Pick<JobCaller, "agent" | "callId">): Promise<Recording> {
    const run = this.#run();
    const recorder = this.#changing.get(keyOf(agent.id, callId))?.recorder;
    return (await recorder?.begin({ source: { kind: "job", job }, run })) ?? NOTHING;
  }

  /** Work that outlives its run belongs to the run that began it. */
  #run(): string {
    const run = this.#parts.activeRun() ?? this.#lastRun;
    if (run !== this.#lastRun) this.#changing.clear();
    this.#lastRun = run;
    return run;
  }

  #recorder(folder: string, scanner: FolderScanner): ChangeRecorder {
    const { journal, warn } = this.#parts;
    const existing = this.#recorders.get(folder);
    if (existing !== undefined) return existing;
    const recorder = new ChangeRecorder({ folder, scanner, append: (draft) => journal.append<FileChangeEntry>(draft), warn });
    this.#recorders.set(folder, recorder);
    return recorder;
  }
}

const keyOf = (session: string, call: string): string => `${session} ${call}`;

const NOTHING: Recording = { end: () => Promise.resolve() };

/** Returns the paths that a call was permitted to write, if it can write no others. */
const changedPaths = async ({ effect, granted }: ChangingCall, workspace: Workspace): Promise<readonly string[] | "all" | "none"> => {
  const changing: PermissionRequest[] = [];
  for (const request of granted) if (!(await onlyReads(request, workspace))) changing.push(request);
  if (changing.length === 0) return granted.length === 0 && effect === "execute" ? "all" : "none";
  if (changing.some((request) => request.effect !== "write" || request.inside === undefined)) return "all";
  return changing.map(({ subject }) => subject).filter((path) => isBelow(workspace.root, path));
};

const onlyReads = async (request: PermissionRequest, workspace: Workspace): Promise<boolean> => {
  if (request.effect === "read" || request.effect === "network") return true;
  if (request.shell === undefined) return false;
  return judgeReading(await withEffects(request, workspace, await commandReader())).kind === "reads";
};
