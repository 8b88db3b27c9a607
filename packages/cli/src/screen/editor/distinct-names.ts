/** A command with a name that another one may have. */
interface NamedCommand {
  /** Without the slash. */
  readonly name: string;
  /** A longer name that always works, such as `prompt:review`. Absent: it has none. */
  readonly fullName?: string;
}

/**
 * Returns commands with the names that reach them: the full one, if an earlier command has the other. Commands without a full name
 * are omitted then.
 */
export const withDistinctNames = <Command extends NamedCommand>(
  own: readonly Pick<NamedCommand, "name">[],
  others: readonly Command[],
): readonly Command[] => {
  const taken = new Set(own.map(({ name }) => name));
  return others.flatMap((command) => {
    const name = taken.has(command.name) ? command.fullName : command.name;
    if (name === undefined) return [];
    taken.add(name);
    return [name === command.name ? command : { ...command, name }];
  });
};
