export { foundIn } from "./found.ts";
export type { Found } from "./found.ts";
