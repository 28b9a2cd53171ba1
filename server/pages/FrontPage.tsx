/** `/`, which only redirects. */
export function FrontPage({ gate }: { gate: string }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <title>bahi</title>
        <script dangerouslySetInnerHTML={{ __html: gate }} />
      </head>
      <body />
    </html>
  );
}
