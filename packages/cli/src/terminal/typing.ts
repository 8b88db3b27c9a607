/** What is read of a terminal: standard input, or a stand-in for it. */
export type TerminalInput = Pick<NodeJS.ReadStream, "on" | "off" | "once" | "pause" | "resume" | "setEncoding" | "readableEnded">;
