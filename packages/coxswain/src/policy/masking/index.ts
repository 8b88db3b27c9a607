export { masking } from "./masking.ts";
export type { Masking, MaskingOptions } from "./masking.ts";
export { secretValues } from "./secret-values.ts";
