import { UsageError } from "../../argv/index.ts";
import { escapeLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import type { AuthAction } from "../auth-request.ts";
import { holderNamed } from "../key-holder.ts";

/** `cox auth remove PROVIDER`: also of one that there is none of any more. */
export const remove: AuthAction = async ({ configuration, kept, rest: [name, more], surroundings: { stderr } }) => {
  if (more !== undefined) throw new UsageError(`there is a word too many: ${more}`);
  if (name !== undefined && kept.remove(name)) {
    stderr.write(`The key for ${escapeLine(name)} is not kept any more.\n`);
    return EXIT.done;
  }
  const { label } = holderNamed(configuration, name);
  stderr.write(`cox: there is no kept key for ${escapeLine(label)}.\n`);
  return EXIT.failed;
};
