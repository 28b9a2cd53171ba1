import { showLook } from "../browser/settings.ts";

// Inline script of the error page, which is public.
showLook();
