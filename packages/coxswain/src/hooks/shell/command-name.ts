const MOST = 40;

/** Returns the default name of a command: its first line, truncated. */
export const commandName = (command: string): string => {
  const [line = ""] = command.trim().split("\n");
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line;
};
