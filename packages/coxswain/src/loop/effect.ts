/** What a tool does to the world at most. Anything but `read` is recorded before it starts. */
export type Effect = "read" | "write" | "execute" | "network";
