import type { OpeningProblem } from "../memory/problem.js";

/** Why the memory is not open, and what can be done about it. */
export function OpeningNotice({ problem }: { readonly problem: OpeningProblem }) {
  return (
    <main>
      <section class="card notice" role="alert">
        <h2>{problem.title}</h2>
        <p>{problem.explanation}</p>
        <p>{problem.advice}</p>
        <p>
          <button type="button" class="primary" onClick={() => location.reload()}>
            {problem.retry}
          </button>
        </p>
      </section>
    </main>
  );
}
