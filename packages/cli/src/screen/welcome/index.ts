export { DialogScreen } from "./dialog-screen.ts";
export { PlainDialogScreen } from "./plain-dialog-screen.ts";
export type { WelcomeScreen } from "./welcome-screen.ts";
