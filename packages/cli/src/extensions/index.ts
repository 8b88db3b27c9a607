export { extensionsAction } from "./extensions-action.ts";
