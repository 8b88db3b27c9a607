import { UsageError } from "../argv/index.ts";

/** What came after an action, one word for each that it takes. @throws {UsageError} */
export const expectArguments = <const Names extends readonly string[]>(
  rest: readonly string[],
  names: Names,
): { readonly [At in keyof Names]: string } => {
  const missing = names[rest.length];
  if (missing !== undefined) throw new UsageError(`missing argument: ${missing}`);
  const tooMany = rest[names.length];
  if (tooMany !== undefined) throw new UsageError(`unexpected argument: ${tooMany}`);
  // As many as there are names.
  return rest as unknown as { readonly [At in keyof Names]: string };
};
