export { skillsAction } from "./skills-action.ts";
