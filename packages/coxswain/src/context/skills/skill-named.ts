const COMMAND = /^\/skill:(\S*)\s*/;

/**
 * Returns the skill that a message invokes, as in `/skill:pdf report.pdf`, and its arguments. Undefined when it invokes
 * none.
 */
export const invokedSkill = (text: string): { readonly name: string; readonly rest: string } | undefined => {
  const [command, name] = COMMAND.exec(text) ?? [];
  return command === undefined || name === undefined ? undefined : { name, rest: text.slice(command.length).trimEnd() };
};
