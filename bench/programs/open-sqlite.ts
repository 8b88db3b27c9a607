import { DatabaseSync } from "node:sqlite";

new DatabaseSync(":memory:").exec("SELECT 1");
