import { BASH } from "./bash.ts";
import { FISH } from "./fish.ts";
import { ZSH } from "./zsh.ts";

/** What a shell has to run once to complete `cox`. They only hand the words on: what there is, `cox completion candidates` knows. */
export const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["bash", BASH],
  ["zsh", ZSH],
  ["fish", FISH],
]);
