/** What the workbench knows of the engine: the client's public face, under one name. */
export type { ActionBriefing, NexusApi, RecallRequest } from "../src/client/index.js";
