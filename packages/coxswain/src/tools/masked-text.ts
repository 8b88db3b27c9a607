import { masksIn, ToolError } from "../loop/index.ts";

/**
 * Rejects masks in new content. A mask replaces a secret that the model was not shown; writing it would overwrite the
 * secret. Masks that the file already contains may stay.
 * @throws {ToolError}
 */
export const refuseMasks = (replacement: string, present: string, shown: string): void => {
  const strange = masksIn(replacement).find((mask) => !present.includes(mask));
  if (strange === undefined) return;
  throw new ToolError(
    `The text contains ${strange}, a placeholder for a secret that you cannot see; writing it would overwrite the secret in ${shown}. Nothing was changed. ` +
      "Use edits whose oldText and newText do not include the secret, or ask the user to insert it.",
  );
};
