import { readSession } from "../browser/session.ts";

// All there is of `/`.
location.replace(readSession() ? "/dashboard" : "/login");
