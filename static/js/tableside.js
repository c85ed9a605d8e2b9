// Everything works without scripts, too.

import "./outbox.js";
import "./live.js";
import "./sheets.js";
import "./theme.js";
import "./share.js";
import "./awake.js";
import "./timer.js";

document.documentElement.dataset.script = "";
