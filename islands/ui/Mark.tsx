/** A book in red cloth, stitched with yellow thread. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect className="mark-cover" x="3" y="2" width="18" height="20" rx="4" />
      <path className="mark-thread" d="M8.5 5.5v3M8.5 11v2.4M8.5 16v2.5" />
    </svg>
  );
}
