export { type Masking, masking, type MaskingOptions } from "./masking.ts";
export { secretValues } from "./secret-values.ts";
