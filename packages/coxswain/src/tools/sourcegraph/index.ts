export { type Found, foundIn } from "./found.ts";
