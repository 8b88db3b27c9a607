import { UsageError } from "../argv/index.ts";

/** Returns an action's arguments, one for each name. @throws {UsageError} */
export const expectArguments = <const Names extends readonly string[]>(
  rest: readonly string[],
  names: Names,
): { readonly [At in keyof Names]: string } => {
  const missing = names[rest.length];
  if (missing !== undefined) throw new UsageError(`missing argument: ${missing}`);
  const tooMany = rest[names.length];
  if (tooMany !== undefined) throw new UsageError(`unexpected argument: ${tooMany}`);
  // The length equals that of the names.
  return rest as unknown as { readonly [At in keyof Names]: string };
};
