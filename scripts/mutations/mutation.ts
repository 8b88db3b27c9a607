/** A change of the source that breaks one requirement, and must make a test with its number fail. */
export interface Mutation {
  /** Number of the requirement, such as `S0-11`. */
  readonly line: string;
  /** Path of the changed file, relative to the root. */
  readonly file: string;
  /** Text that occurs exactly once in the file: the requirement's main line, or the part of it that matters. */
  readonly from: string;
  /** Text that replaces it. The file must still load. */
  readonly to: string;
  /** The requirement is a type: the compiler must report an error in a file of tests with the number. */
  readonly types?: true;
}

/** Returns the source with the mutation applied. Throws an Error unless `from` occurs exactly once. */
export const mutate = (source: string, { line, file, from, to }: Mutation): string => {
  const [before, after, ...more] = source.split(from);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${line}: ${file} has ${more.length === 0 ? "no" : "more than one"} occurrence of ${JSON.stringify(from)}.`);
  }
  return before + to + after;
};

const HEAD = /^(S\d-\d{2}) (\S+)( types)?$/;

/**
 * Parses a table: for each mutation a line with the number, the file and perhaps `types`, then the lines of `from` after `-`
 * and the lines of `to` after `+`. An empty line separates two mutations.
 */
export const parseMutations = (text: string): readonly Mutation[] =>
  text
    .trimEnd()
    .split(/\n\n(?=S\d)/)
    .map((row) => {
      const [head = "", ...changes] = row.split("\n");
      const [, line, file, types] = HEAD.exec(head) ?? [];
      if (line === undefined || file === undefined) throw new Error(`Not the first line of a mutation: ${head}`);
      const side = (mark: string): string =>
        changes
          .filter((change) => change.startsWith(mark))
          .map((change) => change.slice(1))
          .join("\n");
      return { line, file, from: side("-"), to: side("+"), ...(types === undefined ? {} : { types: true as const }) };
    });
