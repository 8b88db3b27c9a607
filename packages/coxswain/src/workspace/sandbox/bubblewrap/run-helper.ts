import { execFile, type ExecFileException } from "node:child_process";
import type { HelperMark } from "../sandbox.ts";

export interface HelperOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array | undefined;
  /** Milliseconds. Default: no limit. */
  readonly timeout?: number;
  readonly maxBuffer?: number;
}

export interface HelperResult {
  /** Null if it exited with 0. */
  readonly error: ExecFileException | null;
  readonly output: Buffer;
  readonly errors: string;
}

/** Runs a program of the sandbox's own. Never throws. */
export type RunHelper = (program: readonly string[], options?: HelperOptions) => Promise<HelperResult>;

/** Programs have only the path of the system in their environment, and end with this process, however that ends. */
export const helperRunner =
  (mark: () => Promise<HelperMark>): RunHelper =>
  async ([file = "", ...args], { env, input, ...limits } = {}) => {
    const marked = await mark();
    return new Promise<HelperResult>((resolve) => {
      const all = { ...HELPER_ENV, ...env, ...marked.env };
      const child = execFile(file, args, { ...limits, env: all, encoding: "buffer" }, (error, output, errors) =>
        resolve({ error, output, errors: errors.toString() }),
      );
      child.stdin?.on("error", () => {});
      child.stdin?.end(input ?? "");
    })
      .catch((error: ExecFileException) => ({ error, output: Buffer.alloc(0), errors: "" }))
      .finally(() => marked.ended());
  };

export const HELPER_ENV = { PATH: "/usr/bin:/bin" } as const;
