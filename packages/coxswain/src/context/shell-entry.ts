import type { Entry } from "../log/index.ts";
import type { UserMessage } from "../model/index.ts";

/** A command that the user ran in the session. */
export interface ShellEntry extends Entry {
  readonly type: "shell";
  readonly command: string;
  /** Its output, truncated. */
  readonly output: string;
  /** Null when the command was killed. */
  readonly exitCode: number | null;
  /** True when the model sees the command. */
  readonly include: boolean;
}

export const isShell = (entry: Entry): entry is ShellEntry => entry.type === "shell";

/** Formats the command and its output as a message, as if the user had pasted them. */
export const shellMessage = ({ command, output, exitCode }: ShellEntry): UserMessage => {
  const lines = [
    "I ran this command myself:",
    `$ ${command}`,
    output.trimEnd(),
    exitCode === null ? "[killed]" : `[exit code ${exitCode}]`,
  ];
  return { role: "user", content: [{ type: "text", text: lines.filter((line) => line !== "").join("\n") }], source: "shell" };
};
