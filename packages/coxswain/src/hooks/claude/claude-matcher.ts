/** Matches a list of names, as opposed to a regular expression. */
const NAMES = /^[\w\- ,|]+$/;

/**
 * Parses a matcher of Claude Code. A missing or empty matcher, or `*`, matches every name. Plain names, separated by
 * `|` or commas, match exactly. Anything else is a regular expression that matches anywhere in the name, such as
 * `^Notebook`. Returns undefined if it is invalid.
 */
export const claudeMatcher = (matcher: string | undefined): ((name: string) => boolean) | undefined => {
  if (matcher === undefined || matcher.trim() === "" || matcher.trim() === "*") return () => true;
  if (NAMES.test(matcher)) {
    const names = new Set(matcher.split(/[|,]/).map((name) => name.trim()));
    return (name) => names.has(name);
  }
  try {
    const pattern = new RegExp(matcher);
    return (name) => pattern.test(name);
  } catch {
    return undefined;
  }
};
