export { tourAction } from "./tour-action.ts";
