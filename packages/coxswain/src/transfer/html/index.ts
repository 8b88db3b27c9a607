export { htmlOf } from "./html-of.ts";
