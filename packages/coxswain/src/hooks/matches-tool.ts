/**
 * Returns whether one of the patterns matches a tool. `*` matches any characters. As in rules, `edit` stands for
 * changing files and includes `apply_patch`.
 */
export const matchesTool = (patterns: readonly string[], name: string): boolean =>
  patterns.some((pattern) => matches(pattern, name) || (pattern === "edit" && name === "apply_patch"));

const matches = (pattern: string, name: string): boolean => {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
};
