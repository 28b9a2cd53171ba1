import { showLook } from "../browser/settings.ts";

// Stands at the head of the error page, which is for everybody.
showLook();
