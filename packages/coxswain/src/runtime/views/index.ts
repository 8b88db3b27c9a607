export { SessionBook } from "./session-book.ts";
