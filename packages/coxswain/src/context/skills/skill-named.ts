const COMMAND = /^\/skill:(\S*)\s*/;

/** The skill that a text invokes, as `/skill:pdf report.pdf`, and what is said to it; undefined when it invokes none. */
export const skillNamed = (text: string): { readonly name: string; readonly rest: string } | undefined => {
  const [command, name] = COMMAND.exec(text) ?? [];
  return command === undefined || name === undefined ? undefined : { name, rest: text.slice(command.length).trimEnd() };
};
