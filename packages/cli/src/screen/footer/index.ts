export { Footer, type FooterSource } from "./footer.ts";
export type { PlaceFacts, SandboxLevel } from "./footer-facts.ts";
