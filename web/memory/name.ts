/** The memory the workbench opens when the address names none. */
export const PLAYGROUND = "playground";

const NAME_FORM = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;

/** Why a text cannot name a memory, in words, or null when it can. */
export function nameProblem(name: string): string | null {
  if (name === "") return "Type a name.";
  if (NAME_FORM.test(name)) return null;
  return "Use up to 64 letters, digits, spaces, dots, dashes and underscores, starting with a letter or digit.";
}

/** The memory an address asks for with `?memory=NAME`; the playground when it names none or an impossible one. */
export function nameInAddress(search: string): string {
  const name = new URLSearchParams(search).get("memory")?.trim() ?? "";
  return nameProblem(name) === null ? name : PLAYGROUND;
}

/** The address of the workbench on another memory. */
export function addressOf(name: string, href: string): string {
  const address = new URL(href);
  address.hash = "";
  if (name === PLAYGROUND) address.searchParams.delete("memory");
  else address.searchParams.set("memory", name);
  return address.href;
}
