/** Returns a function that shortens absolute paths in a folder to relative ones. */
export const relativeTo =
  (folder: string) =>
  (path: string): string =>
    path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
