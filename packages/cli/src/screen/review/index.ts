export { ReviewPage } from "./review-page.ts";
export { type ReviewComment, reviewPrompt } from "./review-prompt.ts";
export { type ReviewFile, readFile } from "./review-file.ts";
export type { ReviewSource } from "./review-source.ts";
