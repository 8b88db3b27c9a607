/** What is a list of names there, and no regular expression. */
const NAMES = /^[\w\- ,|]+$/;

/**
 * Whether a name is meant by a matcher of Claude's: none, an empty one or `*` means all; plain names, with `|` or commas between
 * them, mean those exactly; all else is a regular expression that is found anywhere in the name, as `^Notebook`. Undefined: it is none.
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
