// Everything works without scripts, too.

import { remember } from "./cookies.js";
import "./outbox.js";
import "./live.js";
import "./sheets.js";
import "./theme.js";
import "./share.js";
import "./awake.js";
import "./timer.js";
import "./typing.js";
import "./kept.js";

document.documentElement.dataset.script = "";
// An evening is dated by the clock of the place where its table was made.
remember("zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
