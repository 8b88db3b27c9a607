import { errorText } from "../../base/index.ts";

/** Describes an error as a clause on one line, without a full stop. A syntax error includes its location. */
export const inWords = (error: unknown): string => {
  try {
    return error instanceof Error ? ofError(error) : `it threw ${oneLine(errorText(error))}`;
  } catch {
    return `it threw ${errorText(error)}`;
  }
};

const ofError = (error: Error): string => {
  if (codeOf(error) === "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING")
    return "it is TypeScript, and Node strips no types below node_modules: a package has to ship JavaScript";
  // Errors with a code are written for users.
  const name = error.name === "Error" || (codeOf(error) !== undefined && !(error instanceof SyntaxError)) ? "" : `${error.name}: `;
  const place = error instanceof SyntaxError ? syntaxPlace(error) : undefined;
  return oneLine(name + error.message + (place === undefined ? "" : ` (${place})`)).replace(/\.$/, "");
};

const codeOf = (error: Error): string | undefined => ("code" in error ? String(error.code) : undefined);

/** Returns the location of a syntax error, which Node writes in the first line of the stack. */
const syntaxPlace = ({ stack = "" }: SyntaxError): string | undefined => /^(?:file:\/\/)?(\/?.*:\d+)\n/.exec(stack)?.[1];

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
