// Everything works without this file; with it taps wait for the network, boards
// follow the table, and sheets open in place.

import "./outbox.js";
import "./live.js";
import "./sheets.js";
import "./theme.js";
import "./share.js";
import "./awake.js";
import "./timer.js";

document.documentElement.dataset.script = "";
