import { UsageError } from "../../argv/index.ts";
import { escapeLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import type { AuthAction } from "../auth-request.ts";
import { findKeyProvider } from "../key-provider.ts";

/** `cox auth remove PROVIDER`: accepts providers that no longer exist too. */
export const remove: AuthAction = async ({ configuration, credentials, rest: [name, more], surroundings: { stderr } }) => {
  if (more !== undefined) throw new UsageError(`unexpected argument: ${more}`);
  if (name !== undefined && credentials.remove(name)) {
    stderr.write(`Removed the key for ${escapeLine(name)}.\n`);
    return EXIT.done;
  }
  const { label } = findKeyProvider(configuration, name);
  stderr.write(`cox: no stored key for ${escapeLine(label)}\n`);
  return EXIT.failed;
};
