export { type ProjectReview, reviewProject, TRUST_MEANING } from "./review.ts";
export { trustAction } from "./trust-action.ts";
