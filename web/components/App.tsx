import { useCallback, useRef } from "preact/hooks";
import type { Player } from "../examples/player.js";
import { FORGOTTEN } from "../memory/problem.js";
import type { Session } from "../memory/session.js";
import type { Runner } from "../run/runner.js";
import { Announcer } from "./Announcer.js";
import { BeliefPanel } from "./BeliefPanel.js";
import { BriefingPanel } from "./BriefingPanel.js";
import { CommandPanel } from "./CommandPanel.js";
import { MemoryIndicator } from "./MemoryIndicator.js";
import { OpeningNotice } from "./OpeningNotice.js";
import { Results } from "./Results.js";
import { StepStrip } from "./StepStrip.js";
import { Stories } from "./Stories.js";

interface AppProps {
  readonly session: Session;
  readonly runner: Runner;
  readonly player: Player;
}

/** The workbench. */
export function App({ session, runner, player }: AppProps) {
  const state = session.state.value;
  return (
    <div class="app">
      <header class="bar">
        <h1>KIP Nexus</h1>
        <p class="tagline">A memory that knows who said what, and what to believe</p>
        <MemoryIndicator session={session} />
      </header>
      {state.status === "failed" && <OpeningNotice problem={state.problem} />}
      {state.status === "forgotten" && <OpeningNotice problem={FORGOTTEN} />}
      {(state.status === "opening" || state.status === "open") && (
        <Workbench session={session} runner={runner} player={player} />
      )}
      <Announcer announcement={runner.announcement.value} />
    </div>
  );
}

function Workbench({ session, runner, player }: AppProps) {
  const goToOffset = useRef<(from: number) => void>(() => {});
  const onReady = useCallback((move: (from: number) => void) => {
    goToOffset.current = move;
  }, []);
  const state = session.state.value;
  const nexus = state.status === "open" ? state.nexus : null;
  return (
    <main class="workbench">
      <Stories player={player} usable={nexus !== null} />
      <div class="desk">
        <StepStrip player={player} />
        <CommandPanel runner={runner} session={session} usable={nexus !== null} onReady={onReady} />
        <Results runner={runner} head={session.head.value} onGoTo={(from) => goToOffset.current(from)} />
      </div>
      <div class="insight">
        <BeliefPanel nexus={nexus} outcome={runner.outcome.value} />
        <BriefingPanel nexus={nexus} />
      </div>
    </main>
  );
}
