import { mount } from "svelte";
import App from "./shell/App.svelte";
import { embedded } from "./shell/embed";
import "./look.css";

if (embedded) document.documentElement.dataset["embed"] = "1";

const target = document.getElementById("app");
if (target) {
  target.replaceChildren();
  mount(App, { target });
}
