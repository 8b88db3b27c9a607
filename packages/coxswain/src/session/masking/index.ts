export { mapStrings } from "./map-strings.ts";
export { maskFacts } from "./mask-facts.ts";
