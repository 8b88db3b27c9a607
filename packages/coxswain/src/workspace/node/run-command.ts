import type { Socket } from "node:net";
import { ProcessError } from "../errors.ts";
import type { ProcessEnd, ProcessOutput, ProcessResult, SpawnOptions } from "../process.ts";
import type { MountCheck } from "../sandbox/index.ts";
import type { Timers } from "../timers.ts";
import { type CommandMark, groupEnding, type ProcessGroup, processGroup } from "./process-group.ts";
import type { OrphanGuard } from "./orphan-guard.ts";
import { captureOutput, type SpillFolder } from "./output-capture.ts";
import { type CommandExit, type CommandProcess, type SandboxProcess, startCommand } from "./start-command.ts";

const TIMEOUT = 120_000;
const KEEP = { head: 15_000, tail: 15_000 };
/**
 * Output is complete after this many milliseconds of silence after the shell's end, or at the latest after this many.
 */
const QUIET = 100;
const QUIET_AT_MOST = 1000;

export interface Command extends SpawnOptions {
  /** Arguments of `/bin/sh`. */
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly spill: SpillFolder | undefined;
  readonly timers: Timers;
  /** Commands with running processes, by process group. This command is added, and removed when all of it has ended. */
  readonly groups: Map<number, CommandMark>;
  readonly guard: OrphanGuard;
  /** For a waiting shell in a sandbox: checks the mounts of its first process. */
  readonly check?: ((pid: number) => MountCheck) | undefined;
  /** For a waiting shell in a sandbox: path of the file that bubblewrap reads from descriptor `FILTER`. */
  readonly filter?: string | undefined;
  /** A process that already runs the command. Default: one is started. */
  readonly process?: CommandProcess | undefined;
}

/** @throws {ProcessError} */
export const runCommand = async (command: Command): Promise<ProcessResult> => {
  const { timers, signal, timeout = TIMEOUT, onOutput = () => {}, guard, input } = command;
  if (signal?.aborted) return NOT_STARTED;
  const begin = timers.now();
  const { child, mark, exited, started, sandbox } = command.process ?? startCommand({ ...command, confined: command.check !== undefined });
  const outer = processGroup(await started);
  const group = sandbox?.status.withNamespace(outer) ?? outer;
  command.groups.set(group.id, mark);
  guard.started(mark, group.id);
  const output = readOutput(child.stdout as Socket, command, onOutput);
  const errors = input === undefined ? undefined : readOutput(child.stderr as Socket, command, () => {});
  if (input !== undefined) writeInput(child.stdin as Socket, input);
  const { check, process: running } = command;
  const refused = sandbox === undefined || check === undefined || running !== undefined ? undefined : admit(sandbox, check, group);

  // The namespace already contains daemons. Bubblewrap itself has the mark too, and must not end before its namespace
  // has received the signal.
  const ending = groupEnding(sandbox === undefined ? mark.withDaemons(group) : group, timers);
  const onAbort = () => ending.begin({ kind: "aborted" });
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted) onAbort();
  const cancelTimeout = timers.after(timeout, () => ending.begin({ kind: "timeout", after: timeout }));

  const exit = await Promise.race([exited, ending.givenUp]);
  cancelTimeout();
  child.stdin?.destroy();
  signal?.removeEventListener("abort", onAbort);
  await ending.finish(Promise.all([output.drained, errors?.drained]).then(() => undefined));
  const [{ open, captured }, errorOutput] = await Promise.all([output.settle(), errors?.settle()]);
  const survives = ending.reason === undefined && group.alive();
  if (!survives) {
    command.groups.delete(group.id);
    guard.ended(mark);
  }
  if (ending.reason === undefined) {
    const refusal = await refused;
    if (refusal !== undefined) throw new ProcessError(refusal);
    if (exit?.signal === null && (await sandbox?.shell.ran) === false) throw notConfined(captured);
  }
  return {
    end: ending.reason ?? endOf(exit),
    output: captured,
    ...(errorOutput === undefined ? {} : { errors: errorOutput.captured }),
    duration: timers.now() - begin,
    group: group.id,
    background: open || errorOutput?.open === true || survives,
  };
};

/** Lets a waiting shell run its command if its sandbox is as planned. Otherwise kills it, and returns why. */
export const admit = async (
  { shell, status }: SandboxProcess,
  check: (pid: number) => MountCheck,
  group: ProcessGroup,
): Promise<string | undefined> => {
  const [pid, ready] = await Promise.all([status.first, shell.ready]);
  if (!ready) return undefined;
  const found = pid === undefined ? ({ kind: "unreadable" } as const) : check(pid);
  if (found.kind === "changed") {
    group.kill("SIGKILL");
    return found.message;
  }
  if (found.kind === "planned") shell.run();
  else shell.check();
  return undefined;
};

const NOT_STARTED: ProcessResult = {
  end: { kind: "aborted" },
  output: { head: "", tail: "", omitted: 0, bytes: 0 },
  duration: 0,
  background: false,
};

const endOf = (exit: CommandExit | undefined): ProcessEnd =>
  exit?.signal == null ? { kind: "exit", code: exit?.code ?? 1 } : { kind: "killed", signal: exit.signal };

/** Bubblewrap writes its error where the command's output would be. */
const notConfined = ({ head }: ProcessOutput): ProcessError =>
  new ProcessError(`The command was not run because it could not be sandboxed: ${head.trim().replaceAll("\n", " ") || "bubblewrap ended"}`);

/** A command may end, or close its input, without reading all of it. */
const writeInput = (pipe: Socket, input: string): void => {
  pipe.on("error", () => {});
  pipe.end(input);
};

/**
 * Captures the output from the pipe until `settle`. Later output of processes that still have the pipe open is ignored.
 */
const readOutput = (pipe: Socket, { keep = KEEP, spill, timers, input }: Command, onOutput: (text: string) => void) => {
  const capture = captureOutput(keep, input === undefined ? spill : undefined);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let open = true;
  let capturing = true;
  let latest = 0;
  const relay = (text: string) => {
    if (text !== "") onOutput(text);
  };
  pipe.on("data", (chunk: Buffer) => {
    if (!capturing) return;
    latest = timers.now();
    capture.push(chunk);
    relay(decoder.decode(chunk, { stream: true }));
  });
  const drained = new Promise<void>((resolve) =>
    pipe.once("close", () => {
      open = false;
      resolve();
    }),
  );
  return {
    drained,
    async settle() {
      const begin = timers.now();
      const silent = () => Math.min(Math.max(begin, latest) + QUIET, begin + QUIET_AT_MOST) - timers.now();
      for (let rest = QUIET; open && rest > 0; rest = silent()) {
        await orAfter(rest, drained, timers);
        // Reads everything already in the pipe before measuring the silence.
        await new Promise((resolve) => setImmediate(resolve));
      }
      capturing = false;
      relay(decoder.decode());
      pipe.unref();
      return { open, captured: capture.finish() };
    },
  };
};

const orAfter = async (milliseconds: number, event: Promise<void>, timers: Timers): Promise<void> => {
  const passed = Promise.withResolvers<void>();
  const cancel = timers.after(milliseconds, passed.resolve);
  await Promise.race([event, passed.promise]);
  cancel();
};
