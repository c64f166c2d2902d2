import { mount } from "svelte";
import App from "./shell/App.svelte";
import "./look.css";

// `?embed=1` is for frames in other pages: one board or one picture, without the frame of this page (look.css)
if (new URLSearchParams(window.location.search).get("embed") === "1") document.documentElement.dataset["embed"] = "1";

const target = document.getElementById("app");
if (target) mount(App, { target });
