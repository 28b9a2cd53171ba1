import { readSession } from "../browser/session.ts";

// The only script of `/`.
location.replace(readSession() ? "/dashboard" : "/login");
