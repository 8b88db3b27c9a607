export { reportFileEvents } from "./file-events.ts";
export { withEditErrors } from "./with-edit-errors.ts";
