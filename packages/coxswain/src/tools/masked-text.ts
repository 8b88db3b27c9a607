import { masksIn, ToolError } from "../loop/index.ts";

/**
 * Rejects masks in new content. A mask replaces a secret that the model was not shown; writing it would overwrite the
 * secret. Masks that the file already contains may stay.
 * @throws {ToolError}
 */
export const refuseMasks = (given: string, present: string, shown: string): void => {
  const strange = masksIn(given).find((mask) => !present.includes(mask));
  if (strange === undefined) return;
  throw new ToolError(
    `The text holds ${strange}, which only stands for a secret that you are not shown; ${shown} would lose the secret. Nothing was changed. ` +
      "Make edits that leave the secret's own characters out of oldText and newText, or ask the person to put it in.",
  );
};
