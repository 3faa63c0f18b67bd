import { expose } from "comlink";
import { NexusHost } from "./host.js";

expose(new NexusHost());
