import { renderToStaticMarkup } from "react-dom/server";
import { ClientPage, type ClientPageProps, ClientWord } from "./ClientPage.tsx";

// Built into one module, which the server loads when the first link is opened.

/** Renders the page's HTML, which works without a script. */
export const renderClientPage = (props: ClientPageProps): string =>
  renderToStaticMarkup(<ClientPage {...props} />);

/** Renders the page of a link without a document. */
export const renderClientMessage = (closed: Parameters<typeof ClientWord>[0]["closed"]): string =>
  renderToStaticMarkup(<ClientWord closed={closed} />);
