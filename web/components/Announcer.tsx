import type { Announcement } from "../run/runner.js";

/** Says aloud what a run led to, for those who do not see it. Two regions, because only errors should interrupt. */
export function Announcer({ announcement }: { readonly announcement: Announcement }) {
  const { text, urgent, count } = announcement;
  return (
    <div class="visually-hidden">
      <p role="status">{!urgent && <span key={count}>{text}</span>}</p>
      <p role="alert">{urgent && <span key={count}>{text}</span>}</p>
    </div>
  );
}
