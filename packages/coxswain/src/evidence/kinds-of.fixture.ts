import { lineReader } from "./line-checks.ts";

/** Commands that the user names as checks. */
export const NAMED: ReadonlySet<string> = new Set(["./verify.sh", "./all.sh --strict"]);

/**
 * Returns a function that shows each check of a line: its kind, `-` if the exit code 0 does not prove that it passed, `?` if another
 * one does not prove a failure.
 */
export const kindsOf = async (): Promise<(line: string) => string> => {
  const read = await lineReader();
  return (line) =>
    read(line, NAMED)
      .map(({ kind, provesPass, provesFailure }) => `${kind}${provesPass ? "" : "-"}${provesFailure ? "" : "?"}`)
      .join(" ");
};
