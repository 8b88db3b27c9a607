export { withEditErrors } from "./with-edit-errors.ts";
