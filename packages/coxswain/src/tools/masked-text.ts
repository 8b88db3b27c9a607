import { masksIn, ToolError } from "../loop/index.ts";

/**
 * A mask stands for a secret that the model was not shown: in a file it would take the secret's place. One that the file
 * holds itself may stay.
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
