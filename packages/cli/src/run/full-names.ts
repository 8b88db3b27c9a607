/** The name that always invokes a prompt template, also where a built-in command has its name. */
export const templateFullName = (name: string): string => `prompt:${name}`;

/** The name that always runs a command of an extension. */
export const extensionFullName = (name: string): string => `extension:${name}`;
