export { reviewAction } from "./review-action.ts";
