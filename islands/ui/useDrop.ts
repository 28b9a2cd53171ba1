import { type DragEvent, useState } from "react";

/** Returns the props that make an element accept dropped files. */
export function useDrop(className: string, onFile: (file: File, ...others: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const hold = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  return {
    className: `drop-zone row gap-12 p-16 round-8 text-13 ${className} ${isOver ? "is-over" : ""}`,
    onDragOver: hold(true),
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      hold(false)(event);
      const [file, ...others] = event.dataTransfer.files;
      if (file) onFile(file, ...others);
    },
  };
}
