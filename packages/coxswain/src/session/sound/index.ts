export { isSound } from "./is-sound.ts";
export { fieldsOf, type Loose, loose } from "./loose.ts";
