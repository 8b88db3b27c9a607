import { BASH } from "./bash.ts";
import { FISH } from "./fish.ts";
import { ZSH } from "./zsh.ts";

/** Scripts that enable completion in a shell. They delegate to `cox completion candidates`. */
export const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["bash", BASH],
  ["zsh", ZSH],
  ["fish", FISH],
]);
