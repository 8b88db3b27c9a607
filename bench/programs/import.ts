import { createRuntime } from "coxswain";

if (typeof createRuntime !== "function") process.exitCode = 1;
