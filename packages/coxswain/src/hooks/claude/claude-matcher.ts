/**
 * Whether a name is meant by a matcher of Claude's: none, an empty one or `*` means all; else it is a regular expression of
 * the whole name, as `Edit|Write`. Undefined: it is none.
 */
export const claudeMatcher = (matcher: string | undefined): ((name: string) => boolean) | undefined => {
  if (matcher === undefined || matcher === "" || matcher === "*") return () => true;
  try {
    const pattern = new RegExp(`^(?:${matcher})$`);
    return (name) => pattern.test(name);
  } catch {
    return undefined;
  }
};
