export { DialogScreen } from "./dialog-screen.ts";
