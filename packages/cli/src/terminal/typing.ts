/** Terminal input: stdin or a test double. */
export type TerminalInput = Pick<NodeJS.ReadStream, "on" | "off" | "once" | "pause" | "resume" | "setEncoding" | "readableEnded">;
