import { markNewEntries } from "../layout/features.ts";
import { fillIdentity } from "../layout/identity.ts";
import { drawViews } from "../layout/views.ts";

// Fills the signed-in user into the sidebar and header before the first paint, because the HTML contains no
// names.
fillIdentity();
markNewEntries();
drawViews();
