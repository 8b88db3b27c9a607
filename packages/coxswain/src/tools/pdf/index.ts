export { isPdf, showPdf } from "./show-pdf.ts";
