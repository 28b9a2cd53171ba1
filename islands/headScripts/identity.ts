import { fillIdentity } from "../layout/identity.ts";

// Stands after the sidebar and the header, which hold nobody's name: it writes in who is signed in, before
// the first paint.
fillIdentity();
