/** A program's name without the folder it is in. */
export const baseName = (program: string): string => program.slice(program.lastIndexOf("/") + 1);
