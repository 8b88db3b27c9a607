import { type CommandDeclaration, JSON_LINES } from "./declaration.ts";

export const MODELS = {
  summary: "List the available models.",
  usage: ["cox models [FILTER ...]"],
  about:
    "Models with a key or a local server: context window, price per million tokens, images and thinking levels. FILTER is a part of the name. A single match is shown in full.",
  options: { all: { short: "a", help: "Include models of providers without a key." }, ...JSON_LINES },
} as const satisfies CommandDeclaration;
