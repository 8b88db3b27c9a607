/** What went wrong, on one line: with the place, where an exception has none in its words. */
export const inWords = (error: unknown): string => {
  if (!(error instanceof Error)) return `it threw ${oneLine(String(error))}`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING")
    return "it is TypeScript, and Node strips no types below node_modules: a package has to ship JavaScript";
  const place = error instanceof SyntaxError ? syntaxPlace(error) : undefined;
  return oneLine(`${error.name === "Error" ? "" : `${error.name}: `}${error.message}${place === undefined ? "" : ` (${place})`}`);
};

/** Of a syntax error Node says the place in the first line of the stack. */
const syntaxPlace = ({ stack = "" }: SyntaxError): string | undefined => /^(?:file:\/\/)?(\/?.*:\d+)\n/.exec(stack)?.[1];

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
