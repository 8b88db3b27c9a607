export { type Looks, readLooks } from "./looks.ts";
