const MOST = 40;

/** What a command is called where nobody gave it a name: its first line, cut when it is long. */
export const commandName = (command: string): string => {
  const [line = ""] = command.trim().split("\n");
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line;
};
