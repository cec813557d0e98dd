// Where the page begins.

import { render } from "preact";
import { Root } from "./root.js";
import "./style/main.css";

const place = document.getElementById("table");
if (place) render(<Root />, place);
