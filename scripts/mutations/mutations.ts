import type { Mutation } from "./mutation.ts";
import { S0 } from "./s0.ts";
import { S1 } from "./s1.ts";
import { S2 } from "./s2.ts";
import { S3 } from "./s3.ts";
import { S4 } from "./s4.ts";

/** At least one mutation of each requirement that the library meets, in the order of the requirements. */
export const MUTATIONS: readonly Mutation[] = [...S0, ...S1, ...S2, ...S3, ...S4];
