import { render } from "preact";

const app = document.getElementById("app");
if (app) render(<h1>KIP Browser Nexus</h1>, app);
