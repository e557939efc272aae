// What a game master asks for: taps that fill fields in, and only the rolls and rows of those who are ticked.
// Everything works without this file.
"use strict";

{
  const spoken = (element) => element.dispatchEvent(new Event("input", { bubbles: true }));

  document.addEventListener("click", (event) => {
    const tap = event.target.closest("[data-set], [data-append]");
    const form = tap?.closest("form");
    if (!form) return;
    const field = form.elements[tap.dataset.set ?? tap.dataset.append];
    const before = tap.dataset.append ? field.value.trim().replace(/,$/, "") : "";
    field.value = [before, tap.dataset.value].filter(Boolean).join(", ");
    const judging = form.querySelector("[name=judging]:checked");
    if (tap.dataset.set === "tn" && judging && !["told", "hidden"].includes(judging.value))
      form.querySelector("[name=judging][value=told]").checked = true;
    spoken(field);
  });

  let deeds = {};

  function narrow(form) {
    const boxes = [...form.querySelectorAll("[name=whom]")];
    const ticked = boxes.filter((box) => box.checked || box.tagName === "SELECT").map((box) => box.value);
    const whom = ticked.length ? ticked : Object.keys(deeds);
    const list = form.querySelector("datalist[id$=deeds]");
    if (list) {
      const every = new Set(whom.flatMap((who) => deeds[who] ?? []));
      const option = (deed) => Object.assign(document.createElement("option"), { value: deed });
      list.replaceChildren(...[...every].map(option));
    }
    for (const row of form.querySelectorAll("[data-of]")) row.hidden = row.disabled = !ticked.includes(row.dataset.of);
  }

  function prepare() {
    const asks = document.getElementById("asks");
    deeds = asks?.dataset.deeds ? JSON.parse(asks.dataset.deeds) : {};
    for (const form of asks?.querySelectorAll("form[data-asks]") ?? []) {
      narrow(form);
      form.addEventListener("change", (event) => event.target.name === "whom" && narrow(form));
      form.addEventListener("reset", () => setTimeout(narrow, 0, form));
    }
  }

  prepare();

  // Whoever comes, goes or is handed over changes whom one can ask and roll for: these parts are loaded anew, as soon
  // as nobody is writing in them.
  const PARTS = ["asks", "compose"];
  const line = (one) => [one.className, ...["h3", ".player"].map((at) => one.querySelector(at)?.textContent)].join(" ");
  const here = () => [...document.querySelectorAll("#folk .person")].map(line).join("\n");
  const used = (part) => part.querySelector(".ask-form[open], details[open]") || part.contains(document.activeElement);
  let known = here();
  let due = 0;

  async function renew() {
    if (here() === known) return;
    if (PARTS.map((id) => document.getElementById(id)).some((part) => part && used(part))) return;
    const now = here();
    try {
      const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const after = document.getElementById("doing");
      for (const id of [...PARTS].reverse()) {
        const part = fresh.getElementById(id);
        const old = document.getElementById(id);
        if (old && part) old.replaceWith(document.importNode(part, true));
        else if (old) old.remove();
        else if (part) {
          const before = (id === "compose" && document.getElementById("asks")) || after;
          before.after(document.importNode(part, true));
        }
      }
      known = now;
      prepare();
    } catch { /* offline: they stay as they are */ }
  }

  const people = document.getElementById("people");
  if (people && document.getElementById("doing")) {
    const changed = () => { clearTimeout(due); due = setTimeout(renew, 300); };
    new MutationObserver(changed).observe(people, { childList: true, subtree: true });
    document.getElementById("play").addEventListener("toggle", () => setTimeout(renew, 0), true);
  }
}
