import { renderToStaticMarkup } from "react-dom/server";
import { ClientPage, type ClientPageProps, ClientWord } from "./ClientPage.tsx";

// Built into one module, which the server loads when somebody opens a link first.

/** The page's HTML, whole without a script. */
export const drawClientPage = (props: ClientPageProps): string =>
  renderToStaticMarkup(<ClientPage {...props} />);

/** The same of an address at which there is nothing to see. */
export const drawClientWord = (closed: Parameters<typeof ClientWord>[0]["closed"]): string =>
  renderToStaticMarkup(<ClientWord closed={closed} />);
