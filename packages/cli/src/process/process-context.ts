import type { Output } from "../output/index.ts";
import type { SignalSource } from "./interruption.ts";

/** Parts of the process that commands use. */
export interface ProcessContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly signals: SignalSource;
}
