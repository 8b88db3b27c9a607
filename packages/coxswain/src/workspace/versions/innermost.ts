/** Returns the innermost of some folders, whose paths end with a slash, that contains a path. Undefined: none does. */
export const innermost = (path: string, folders: { has(path: string): boolean }): string | undefined => {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const folder = path.slice(0, end + 1);
    if (folders.has(folder)) return folder;
  }
  return undefined;
};
