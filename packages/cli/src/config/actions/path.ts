import { escapeText } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import type { ConfigAction } from "../config-request.ts";
import { target } from "../target.ts";
import { expectArguments } from "../expect-arguments.ts";

/** `cox config path`: prints the file's path, even if it does not exist. */
export const path: ConfigAction = async (request) => {
  expectArguments(request.rest, []);
  const { stdout } = request.surroundings;
  const { path: file } = target(request);
  stdout.write(`${stdout.isTerminal ? escapeText(file) : file}\n`);
  return EXIT.done;
};
