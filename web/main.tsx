import { render } from "preact";
import { App } from "./components/App.js";
import { createPlayer } from "./examples/player.js";
import { nameInAddress } from "./memory/name.js";
import { openSession } from "./memory/session.js";
import { keepDraft } from "./run/draft.js";
import { createRunner } from "./run/runner.js";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/stories.css";
import "./styles/desk.css";
import "./styles/belief.css";
import "./styles/briefing.css";
import "./styles/dialog.css";

const memory = nameInAddress(location.search);
const session = openSession(memory);
const nexus = () => (session.state.value.status === "open" ? session.state.value.nexus : null);
const runner = createRunner(nexus);
const player = createPlayer(nexus, runner);
keepDraft(runner, memory, () => sessionStorage);

const app = document.getElementById("app");
if (app) render(<App session={session} runner={runner} player={player} />, app);
