import { settingsSchema } from "coxswain/settings";
import { EXIT } from "../../process/index.ts";
import type { ConfigAction } from "../config-request.ts";
import { expectArguments } from "../expect-arguments.ts";

/** `cox config schema`: prints the JSON Schema for editors. */
export const schema: ConfigAction = async ({ rest, surroundings: { stdout } }) => {
  expectArguments(rest, []);
  stdout.write(`${JSON.stringify(await settingsSchema(), null, 2)}\n`);
  return EXIT.done;
};
