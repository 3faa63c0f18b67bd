import type { ComponentChildren } from "preact";

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A form control under its label. */
export function Field({ id, label, class: className, children }: FieldProps) {
  return (
    <div class={className}>
      <label for={id}>{label}</label>
      {children}
    </div>
  );
}
