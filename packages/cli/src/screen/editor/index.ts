export { PromptEditor } from "./prompt-editor.ts";
