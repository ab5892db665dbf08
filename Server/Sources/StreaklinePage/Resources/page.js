// What a browser adds to the page. Everything else works without it.
"use strict";

// A file goes to the server in parts. After a broken connection it goes on where it stopped.
const drop = document.getElementById("upload");
if (drop) {
  const input = drop.querySelector("input[type=file]");
  const bar = drop.querySelector("progress");
  const words = drop.querySelector("output");
  const partSize = 512 * 1024;
  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  const ask = async (method, values, body) => {
    for (let trial = 0; ; trial += 1) {
      try {
        const answer = await fetch("/v1/uploads?" + new URLSearchParams(values), { method, body });
        const state = await answer.json();
        if (answer.status === 429 || answer.status === 503 || answer.status === 409) return { ...state, status: answer.status };
        if (!answer.ok) throw new RangeError(state.error);
        return state;
      } catch (error) {
        if (error instanceof RangeError || trial === 5) throw error;
        words.value = "The connection broke; trying again.";
        await wait(500 * 2 ** trial);
      }
    }
  };

  const send = async (file) => {
    const player = document.getElementById("player");
    const values = { name: file.name, size: file.size };
    if (player && player.value) values.player = player.value;
    let state = await ask("POST", values);
    if (!state.upload) throw new RangeError(state.error);
    const id = state.upload;
    bar.max = file.size * 2;
    bar.hidden = false;
    while (state.received < file.size) {
      const part = file.slice(state.received, state.received + partSize);
      const answer = await ask("PUT", { id, offset: state.received }, part);
      if (answer.status) await wait(500);
      state = answer.status ? await ask("GET", { id }) : answer;
      if (state.status) continue;
      bar.value = state.received;
      words.value = Math.floor((100 * state.received) / file.size) + " % sent";
    }
    while (state.state === "waiting" || state.state === "reading" || state.status) {
      await wait(300);
      state = await ask("GET", { id });
      bar.value = file.size + (state.read || 0);
      words.value = `${state.found} results found in ${state.messages} messages`;
    }
    bar.value = bar.max;
    if (state.state !== "done") throw new RangeError(state.error || "The file could not be read.");
    const parts = [`${state.found} result${state.found === 1 ? "" : "s"} found, ${state.added} new`];
    if (state.disputes) parts.push(`${state.disputes} to decide`);
    if (state.nearMisses) parts.push(`${state.nearMisses} not read: see To check`);
    words.value = parts.join(", ");
  };

  let isBusy = false;
  const start = async (files) => {
    if (isBusy || files.length === 0) return;
    isBusy = true;
    try {
      for (const file of files) await send(file);
    } catch (error) {
      words.value = error.message;
    }
    isBusy = false;
    input.value = "";
  };

  drop.hidden = false;
  input.addEventListener("change", () => start([...input.files]));
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    start([...event.dataTransfer.files]);
  });
}

// When results arrive, the page shows them, unless somebody is writing in it.
const content = document.getElementById("content");
if (content && document.body.dataset.live) {
  const events = new EventSource("/v1/events");
  let isStale = false;
  let isPressed = false;
  // Whether somebody is choosing or writing something that a new page would forget.
  const isInUse = () => {
    const place = document.activeElement;
    if (isPressed || (content.contains(place) && place.matches("input, textarea, select, button"))) return true;
    const isWritten = (field) => field.value !== field.defaultValue;
    // Without a choice in the page the browser takes the first one.
    const isChosen = (list) => {
      const first = [...list.options].findIndex((one) => one.defaultSelected);
      return list.length > 0 && list.selectedIndex !== Math.max(0, first);
    };
    return [...content.querySelectorAll("input, textarea")].some(isWritten)
      || [...content.querySelectorAll("select")].some(isChosen);
  };
  const renew = async () => {
    if (isInUse()) return;
    isStale = false;
    const answer = await fetch(location.href);
    if (!answer.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("content");
    if (!fresh || fresh.innerHTML === content.innerHTML) return;
    if (isInUse()) {
      isStale = true;
      return;
    }
    const top = scrollY;
    content.replaceChildren(...fresh.childNodes);
    scrollTo(0, top);
  };
  events.addEventListener("change", () => {
    isStale = true;
    renew();
  });
  document.addEventListener("pointerdown", () => { isPressed = true; });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      isPressed = false;
      if (isStale) setTimeout(renew, 500);
    });
  }
  document.addEventListener("focusout", () => isStale && setTimeout(renew, 50));
}
