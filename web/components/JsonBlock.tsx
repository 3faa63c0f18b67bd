interface JsonBlockProps {
  readonly label: string;
  readonly text: string;
}

/** JSON to read. It scrolls by itself, so the keyboard can reach it. */
export function JsonBlock({ label, text }: JsonBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs keyboard focus
    <figure class="json" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </figure>
  );
}
