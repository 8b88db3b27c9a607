import type { Entry } from "../log/index.ts";
import type { UserMessage } from "../model/index.ts";

/** A command that the person ran in the session. */
export interface ShellEntry extends Entry {
  readonly type: "shell";
  readonly command: string;
  /** What it wrote, cut to what is worth keeping. */
  readonly output: string;
  /** Null when it was killed. */
  readonly exitCode: number | null;
  /** Whether the model is told of it. */
  readonly include: boolean;
}

export const isShell = (entry: Entry): entry is ShellEntry => entry.type === "shell";

/** The command and its output as the person would have pasted them. */
export const shellMessage = ({ command, output, exitCode }: ShellEntry): UserMessage => {
  const lines = [
    "I ran this command myself:",
    `$ ${command}`,
    output.trimEnd(),
    exitCode === null ? "[killed]" : `[exit code ${exitCode}]`,
  ];
  return { role: "user", content: [{ type: "text", text: lines.filter((line) => line !== "").join("\n") }], source: "shell" };
};
