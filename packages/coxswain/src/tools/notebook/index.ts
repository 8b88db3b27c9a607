export { parseNotebook } from "./notebook.ts";
export { showNotebook } from "./show-notebook.ts";
