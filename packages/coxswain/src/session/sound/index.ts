export { isSound } from "./is-sound.ts";
export { mustBeSound } from "./must-be-sound.ts";
export { fieldsOf, type Loose, loose } from "./loose.ts";
