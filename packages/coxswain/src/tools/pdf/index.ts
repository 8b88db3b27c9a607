export { showPdf } from "./show-pdf.ts";
