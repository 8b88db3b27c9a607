export { formatMinute, parseEndTime, parseTime, parseDuration } from "./time.ts";
